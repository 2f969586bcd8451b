// Finds programs on the machine, and installs Debian packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the program that the setting names, otherwise of the first of `names` on the PATH or of `places`; null when there is
 * none.
 *
 * @param {string} setting
 * @param {readonly string[]} names
 * @param {readonly string[]} places
 */
export function findProgram(setting, names, places = []) {
  const named = process.env[setting]
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`The setting ${setting} names ${named}, which does not exist.`)
  }
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...places].find((path) => existsSync(path)) ?? null
}

/** Returns the folder of `postgres` and `initdb`, of the newest version; null where there is none. */
export function findPostgres() {
  const debians = '/usr/lib/postgresql'
  const versions = existsSync(debians) ? readdirSync(debians).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(debians, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'))) ?? null
}

/** Returns the path of PgBouncer; null when it is not installed. */
export function findPooler() {
  return findProgram('PGBOUNCER', ['pgbouncer'], ['/usr/sbin/pgbouncer'])
}

/**
 * Installs packages where apt-get exists and may be used. Does not report whether it succeeded.
 *
 * @param {readonly string[]} packages
 */
export function installDebians(packages) {
  if (!existsSync('/usr/bin/apt-get')) return
  console.log(`Installing Debian's ${packages.join(', ')} …`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [program = '', ...args] = [...asRoot, 'apt-get', ...step]
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}
