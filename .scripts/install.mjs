// Installs the packages that package-lock.json names, when one of them is missing or of another version. Costs about 15 ms when none is.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {{ version?: string; optional?: boolean; devOptional?: boolean; dev?: boolean }} Entry
 * @typedef {{ dev?: boolean }} Which with `dev`, the packages to build and test with too
 */

/**
 * Names of the packages that are missing; those for other platforms (optional ones) do not count.
 *
 * @param {Which} which
 */
export function missingPackages({ dev }) {
  const wanted = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && (dev || !entry.dev))
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

/**
 * Makes sure that the packages are there: those to run the built product, or with `dev` those to build and test it too.
 *
 * @param {Which} which
 */
export function ensureInstalled({ dev = true } = {}) {
  const missing = missingPackages({ dev })
  if (missing.length === 0) return
  console.log(`Installing ${missing.length === 1 ? missing[0] : `${missing.length} packages`} with npm ci …`)
  if (npm(['ci', '--no-audit', '--no-fund', dev ? '--include=dev' : '--omit=dev']) !== 0)
    throw new Error('npm ci failed: the packages of package-lock.json could not be installed. Its own message is above.')
}

/**
 * Runs npm; answers its exit code.
 *
 * @param {string[]} args
 */
function npm(args) {
  const script = process.env['npm_execpath']
  // Run by npm, its own program is known; run by hand, npm is found on the path (a .cmd file on Windows, which wants a shell).
  const done = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  return done.status
}

/**
 * @param {string} file
 * @returns {Record<string, Entry>} path below the checkout → what is there, or should be
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

if (process.argv[1] === import.meta.filename) ensureInstalled()
