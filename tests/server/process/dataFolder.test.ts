import { describe, expect, it } from 'vitest'
import { unavailable } from '../../../src/server/db/faults'
import { settingsError } from '../../../src/server/process/environment'
import { namingDataFolder } from '../../../src/server/process/dataFolder'

const full = 'No space left on device'

describe('namingDataFolder', () => {
  it.each([
    ['the system’s', new Error(full)],
    ['the database’s', unavailable(new Error(full))],
  ])('says of a full disk, in %s words, how much a new database needs', (_whose, error) => {
    expect(namingDataFolder('/var/lib/frond', error)).toMatchObject({
      message: `The data folder /var/lib/frond cannot be written: ${full} (a new database needs 120 MB)`,
    })
  })

  it.each([
    ['a sentence that names it already', settingsError(`The data folder /var/lib/frond cannot be written: ${full}`)],
    ['another file’s', Object.assign(new Error("EACCES: permission denied, open '/etc/frond'"), { syscall: 'open' })],
  ])('leaves %s', (_what, error) => {
    expect(namingDataFolder('/var/lib/frond', error)).toBe(error)
  })
})
