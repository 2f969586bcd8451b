// `node .scripts/lock.mjs`, after `npm install` has changed package-lock.json: adds the packages for other platforms that npm leaves out
// where the registry does not carry them. Without them `npm ci` rejects the lock file, and other platforms would lack packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * An entry of package-lock.json.
 *
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string[]} [os]
 * @property {boolean | undefined} [dev]
 * @property {string | undefined} [license]
 * @property {Record<string, string> | undefined} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

const file = join(root, 'package-lock.json')
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingPlatforms(lock.packages)
for (const { name, version, sibling } of missing) lock.packages[`node_modules/${name}`] = entryOf(name, version, sibling)
/** @type {(one: [string, unknown], other: [string, unknown]) => number} */
const byName = ([one], [other]) => (one === '' ? -1 : other === '' ? 1 : one.localeCompare(other, 'en'))
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byName))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Added ${missing.length} packages for other platforms to package-lock.json.`)

/**
 * Lists the optional dependencies that the lock file has no entry for, each with the entry of a sibling for another platform.
 *
 * @param {Record<string, Entry>} packages
 */
function missingPlatforms(packages) {
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) => {
    const names = Object.keys(optionalDependencies)
    const sibling = names.map((name) => packages[`node_modules/${name}`]).find((entry) => entry?.os !== undefined)
    if (sibling === undefined) return []
    return names
      .filter((name) => packages[`node_modules/${name}`] === undefined)
      .map((name) => ({ name, version: optionalDependencies[name] ?? '', sibling }))
  })
}

/**
 * Derives platform, processor and C library from a package's name, such as `@oxlint/binding-linux-x64-musl`.
 *
 * @param {string} name
 * @param {string} version
 * @param {Entry} sibling
 */
function entryOf(name, version, { dev, license, engines }) {
  const [os = '', processor = '', abi = ''] = name
    .replace(/^.*\//, '')
    .replace(/^(binding|oxide)-/, '')
    .split('-')
  const portable = os === 'wasm32'
  const libc = os === 'linux' && processor !== 'arm' && abi !== '' ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {}
  return {
    version,
    cpu: [portable ? os : processor],
    dev,
    ...libc,
    license,
    optional: true,
    ...(portable ? {} : { os: [os] }),
    engines,
  }
}
