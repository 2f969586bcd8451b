// Finds programs of the machine, and installs Debian's packages that bring them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Path of the program that the setting names, or of the first of `names` on the PATH, or of `places`; null when none is there.
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

/**
 * Installs packages where apt-get is there and may be used; says nothing of whether it did.
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
