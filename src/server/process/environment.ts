import { isIP } from 'node:net'
import { hostsOf } from '../db/hosts'

/** Environment variables, like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Creates the error that stops the start; its message is one sentence for the operator. */
export function settingsError(message: string): Error {
  return Object.assign(new Error(message), { name: 'SettingsError' })
}

/** Whether an error was created by `settingsError`. */
export function isSettingsError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'SettingsError'
}

/** Reads a text; null when unset or empty. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? ''
  return value === '' ? null : value
}

/** Reads a whole number from `min` to `max`. */
export function whole(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max))
    throw settingsError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
  return number
}

/** Reads 1 or 0 as a boolean. */
export function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name)
  if (value === null) return fallback
  if (value !== '0' && value !== '1') throw settingsError(`${name} must be 1 or 0, not "${value}"`)
  return value === '1'
}

/** Reads one of the given words. */
export function oneOf<const T extends string>(env: Environment, name: string, fallback: T, words: readonly T[]): T {
  const value = text(env, name)
  if (value === null) return fallback
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw settingsError(`${name} must be one of ${words.join(', ')}, not "${value}"`)
  return word
}

/** Reads an origin: http or https, host, optional port, nothing after it. Null when unset. */
export function origin(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const found = originOf(value)
  if (found === null)
    throw settingsError(`${name} must be an origin such as https://frond.example.com, without a path, not "${value}"`)
  return found
}

/** Reads the base URL of an API, which may have a path; returns it without a slash at its end. Null when unset. */
export function baseUrl(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (!isWebUrl(value) || /[?#]/.test(value))
    throw settingsError(`${name} must be an address such as https://api.example.com/frond, without a query, not "${value}"`)
  return new URL(value).href.replace(/\/+$/, '')
}

/** Reads origins separated by commas. */
export function origins(env: Environment, name: string): string[] {
  return list(env, name).map((value) => {
    const found = originOf(value)
    if (found === null)
      throw settingsError(
        `${name} must list origins such as https://frond.example.com, each without a path and without *, not "${value}"`,
      )
    return found
  })
}

/** Reads an http or https URL. */
export function webUrl(env: Environment, name: string, fallback: string): string {
  const value = text(env, name)
  if (value === null) return fallback
  if (!isWebUrl(value)) throw settingsError(`${name} must be an address such as ${fallback}, not "${value}"`)
  return value
}

/** Reads a URL with one of the `schemes`, such as `smtp:`. Its value may contain a password, so messages never repeat it. */
export function serviceUrl(env: Environment, name: string, schemes: readonly string[], example: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  // Of `postgres://user:1/2@host/frond` the host is `user` and the port 1. Behind a user, a query may have an address.
  const isCut = url !== null && (url.pathname + url.hash + (url.username === '' ? url.search : '')).includes('@')
  if (url === null || !schemes.includes(url.protocol) || url.hostname === '' || isCut)
    throw settingsError(
      `${name} must be an address such as ${example}; in user and password write / as %2F, # as %23, ? as %3F and % as %25`,
    )
  return value
}

/**
 * Reads the URL of a PostgreSQL; several hosts are separated by commas. Frond itself picks a suitable host: of libpq's
 * `target_session_attrs`, only the values in `attributes`, which mean the same, are accepted.
 */
export function databaseUrl(env: Environment, name: string, attributes: readonly string[]): string | null {
  const value = text(env, name)
  if (value === null) return null
  for (const url of hostsOf(value)) {
    if (/^\w+:\/\/([^/?#]*@)?([/?#]|$)/.test(url))
      throw settingsError(`${name} names no host: write a Unix socket as in postgres://user@%2Frun%2Fpostgresql/frond`)
    const checkedUrl = serviceUrl({ [name]: url }, name, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/frond')
    const attribute = new URL(checkedUrl ?? '').searchParams.get('target_session_attrs')
    if (attribute !== null && !attributes.includes(attribute))
      throw settingsError(`${name} needs a server that is ${attributes.join(' or ')}: remove target_session_attrs from it`)
  }
  return value
}

/** Reads addresses and CIDR ranges separated by commas. */
export function proxies(env: Environment, name: string): string[] {
  const values = list(env, name)
  for (const value of values)
    if (!isAddressRange(value))
      throw settingsError(`${name} must list addresses and CIDR ranges such as 10.0.0.0/8, not "${value}"`)
  return values
}

/** Reads values separated by commas. */
function list(env: Environment, name: string): string[] {
  const value = text(env, name)
  if (value === null) return []
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Null for what is more than an origin, and for `*` in place of a name: browsers send, and pages compare, whole origins. */
function originOf(value: string): string | null {
  if (!isWebUrl(value) || value.includes('*')) return null
  const { href, origin } = new URL(value)
  return href === `${origin}/` ? origin : null
}

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).username === ''
}

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  // A range of all addresses would trust any client's X-Forwarded-For.
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)
}
