// Finds a Chromium or installs one: tries the machine's, then Playwright's, then Debian's package; otherwise throws one sentence.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { findProgram, installDebians } from './programs.mjs'
import { root } from './root.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  join(process.env['PROGRAMFILES'] ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
  join(process.env['PROGRAMFILES(X86)'] ?? 'C:\\Program Files (x86)', 'Microsoft\\Edge\\Application\\msedge.exe'),
]
const nothing =
  'No Chromium was found and none could be installed: install Chromium or Chrome, or name its program in the setting CHROMIUM, and run this again.'

/** Returns the path of a Chromium; installs one where there is none. Throws a sentence that says what to do. */
export async function ensureChromium() {
  ensureInstalled()
  const { chromium } = await import('playwright-core')
  const find = () => findChromium() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)
  const found = find()
  if (found !== null) return found
  installPlaywrights()
  if (find() === null) installDebians(['chromium'])
  const installed = find()
  if (installed === null) throw new Error(nothing)
  return installed
}

/** Returns the path of the Chromium that CHROMIUM names, or of the machine's; null when there is neither. */
export function findChromium() {
  return findProgram('CHROMIUM', names, places)
}

/**
 * Returns the path of the headless shell, Chromium's engine without its windows: the one that CHROMIUM_SHELL names, or the machine's; null
 * when there is neither. A page in it takes a third less processor time. Debian's package is `chromium-headless-shell`.
 */
export function findShell() {
  return findProgram('CHROMIUM_SHELL', ['chromium-headless-shell', 'chrome-headless-shell'])
}

function installPlaywrights() {
  console.log("No Chromium on this machine: asking for Playwright's …")
  const program = join(root, 'node_modules', 'playwright-core', 'cli.js')
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' }
  const installation = spawnSync(process.execPath, [program, 'install', '--no-shell', 'chromium'], {
    stdio: 'ignore',
    env,
    timeout: 300_000,
  })
  // Only root may install Playwright's system libraries, through the package manager.
  if (installation.status === 0 && process.platform === 'linux' && process.getuid?.() === 0)
    spawnSync(process.execPath, [program, 'install-deps', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
}
