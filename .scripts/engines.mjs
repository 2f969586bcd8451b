// Finds the browsers of the `engines` tier: Chromium, Firefox and WebKitGTK. With CI set, installs missing ones from Debian's packages.
import { ensureChromium } from './chromium.mjs'
import { findProgram, installDebians } from './programs.mjs'

/** Program names and Debian package, by the setting that names the program. */
const programs = {
  FIREFOX: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  WEBKIT_DRIVER: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  XVFB: { names: ['Xvfb'], debian: 'xvfb' },
}

/** @typedef {keyof typeof programs} Setting */
const settings = /** @type {Setting[]} */ (Object.keys(programs))

/** Returns the settings that name each program to the tests. Throws a sentence that says what is missing and what to do. */
export async function ensureEngines() {
  const chromium = await ensureChromium()
  const before = missing()
  if (before.length > 0 && process.env['CI']) installDebians(before.map((setting) => programs[setting].debian))
  const still = missing()
  if (still.length > 0) throw new Error(sentence(still))
  return { CHROMIUM: chromium, ...Object.fromEntries(settings.map((setting) => [setting, find(setting)])) }
}

/** @param {Setting} setting */
function find(setting) {
  return findProgram(setting, programs[setting].names)
}

function missing() {
  return settings.filter((setting) => find(setting) === null)
}

/** @param {readonly Setting[]} absent */
function sentence(absent) {
  const names = absent.map((setting) => `no ${programs[setting].names[0]}`)
  const packages = absent.map((setting) => programs[setting].debian)
  return `${names.join(', ')} on this machine; install Debian's ${packages.join(', ')}, or name what you have in ${absent.join(', ')}`
}
