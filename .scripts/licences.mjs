// Reads the licences of the packages that ship with the server or the console from the lock file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Licences whose only condition is that their text is included. */
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
 * Groups the packages by licence, without those of development.
 *
 * @returns {[licence: string, names: string[]][]}
 */
export function licencesOf() {
  /** @type {{ packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, string[]>} */
  const licences = new Map()
  for (const [path, { license = 'none named', dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || devOptional) continue
    licences.set(license, [...(licences.get(license) ?? []), path.replace(/^.*node_modules\//, '')])
  }
  return [...licences].toSorted(([, one], [, other]) => other.length - one.length)
}

/**
 * Lists the packages whose licence is not permissive, as `name (licence)`; of alternative licences, one must be.
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
