import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder, unwritable } from './dataFolder'
import { settingsError } from './environment'

/** Reads a secret from the data folder; creates it there if missing, readable by its owner only. */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  makeDataFolder(dataDir)
  try {
    // `wx` fails when the file exists: of two processes that start at once, one creates it and both read it.
    writeFileSync(file, `${make()}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw unwritable(dataDir, error)
  }
  const value = readFileSync(file, 'utf8').trim()
  if (value === '') throw settingsError(`${file} is empty: delete it, and the next start creates a new one`)
  return value
}

/** What follows where FROND_SECRET is not the one that the rows were written with. */
export const OTHER_SECRET =
  'all users must sign in again, no code of an authenticator app is valid, channels sign webhooks with another secret, and links in mails ' +
  'that wait to be sent do not work'

/** Creates a secret of 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Letters and digits that are not confused with one another. */
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Creates a password that is easy to read out, such as `mzpt-4kqx-w9ra`: about 59 random bits. */
export function makePassword(): string {
  const bytes = randomBytes(64).filter((byte) => byte < 248)
  const letters = Array.from(bytes.subarray(0, 12), (byte) => PASSWORD_LETTERS[byte % PASSWORD_LETTERS.length])
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12)].map((part) => part.join('')).join('-')
}
