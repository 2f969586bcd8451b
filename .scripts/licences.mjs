// The licences of the packages that are shipped with the server or in the console, as the lock file tells them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Those that ask for no more than their text beside the code. */
const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'MIT-0',
  'Unlicense',
  'PostgreSQL',
])

/**
 * Packages by their licence, those of development left out.
 *
 * @returns {[licence: string, names: string[]][]}
 */
export function licencesOf() {
  /** @type {{ packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, string[]>} */
  const licences = new Map()
  for (const [path, { license = 'not told', dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional) continue
    licences.set(license, [...(licences.get(license) ?? []), path.replace(/^.*node_modules\//, '')])
  }
  return [...licences].toSorted(([, one], [, other]) => other.length - one.length)
}

/**
 * Packages whose licence is not permissive, as `name (licence)`; of several that one may choose from, one has to be.
 *
 * @param {readonly [licence: string, names: string[]][]} licences
 */
export function refusedOf(licences) {
  const isPermissive = (/** @type {string} */ licence) =>
    licence
      .replace(/[()]/g, '')
      .split(' OR ')
      .some((choice) => choice.split(' AND ').every((one) => permissive.has(one)))
  return licences
    .filter(([licence]) => !isPermissive(licence))
    .flatMap(([licence, names]) => names.map((name) => `${name} (${licence})`))
}
