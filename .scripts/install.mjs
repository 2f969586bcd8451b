// Installs the packages in package-lock.json when one is missing or has another version. Takes about 15 ms when none is.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from './root.mjs'

/**
 * @typedef {{ version?: string; optional?: boolean; devOptional?: boolean; dev?: boolean }} Entry
 * @typedef {{ dev?: boolean }} Which with `dev`, the packages to build and test with too
 */

/**
 * Names the missing packages, except optional ones, which are for other platforms.
 *
 * @param {Which} which
 */
export function missingPackages({ dev }) {
  const locked = readLock('package-lock.json')
  const installed = readLock('node_modules/.package-lock.json')
  return Object.entries(locked)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && (dev || !entry.dev))
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

/**
 * Installs missing packages: those that run the built product, and with `dev` also those that build and test it. Exits when npm fails.
 *
 * @param {Which} which
 */
export function ensureInstalled({ dev = true } = {}) {
  const missing = missingPackages({ dev })
  if (missing.length === 0) return
  console.log(`Installing ${missing.length === 1 ? missing[0] : `${missing.length} packages`} with npm ci …`)
  if (npm(['ci', '--no-audit', '--no-fund', dev ? '--include=dev' : '--omit=dev']) !== 0)
    fail('npm ci failed: the packages of package-lock.json could not be installed. Its own message is above.')
}

/**
 * Runs npm; returns its exit code.
 *
 * @param {string[]} args
 */
function npm(args) {
  const script = process.env['npm_execpath']
  // When npm runs this script, npm_execpath names npm's own script; otherwise npm is on the PATH (a .cmd file on Windows, which needs a
  // shell).
  const done = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  return done.status
}

/**
 * @param {string} file
 * @returns {Record<string, Entry>} path below the checkout → its installed or required package
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
