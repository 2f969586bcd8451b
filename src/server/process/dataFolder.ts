import { mkdirSync } from 'node:fs'
import { isSettingsError, settingsError } from './environment'
import { messageOf } from './messageOf'

/** Room for a new database, with the rows of the demo. */
const NEW_MB = 120
/** The system's words for a full disk, and PostgreSQL's. */
const FULL = /no space left/i

/** Creates the data folder if it is missing, for its owner only. Throws a `SettingsError`. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unwritable(dataDir, error)
  }
}

/** Names the data folder in an error of its disk; returns any other error unchanged. */
export function namingDataFolder(dataDir: string, error: unknown): unknown {
  const message = messageOf(error)
  const isOfDisk = FULL.test(message) || (error instanceof Error && 'syscall' in error && message.includes(dataDir))
  return isOfDisk && !isSettingsError(error) ? unwritable(dataDir, error) : error
}

/** Creates the error of a start that cannot write to the data folder. */
export function unwritable(dataDir: string, error: unknown): Error {
  const isFile = error instanceof Error && 'code' in error && error.code === 'EEXIST'
  const reason = isFile ? 'it is a file' : messageOf(error)
  const need = FULL.test(reason) ? ` (a new database needs ${NEW_MB} MB)` : ''
  return settingsError(`The data folder ${dataDir} cannot be written: ${reason}${need}`)
}
