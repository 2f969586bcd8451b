// @module-tag postgres
import { tmpdir } from 'node:os'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { createDatabase, dropDatabase, nameOf, onServer } from '../../support/database/databases'

const server = inject('postgres')?.server ?? ''

/** Creates an empty database; returns its address. */
async function emptyDatabase(): Promise<string> {
  const url = await createDatabase(server)
  onTestFinished(() => dropDatabase(server, url))
  return url
}

const open = (databaseUrl: string) => openDatabase({ dataDir: tmpdir(), databaseUrl, publicUrl: 'http://frond.test' })

describe('a start on a PostgreSQL that refuses it', () => {
  it('says that it accepts no writes', async () => {
    const url = await emptyDatabase()
    await onServer(server, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
    await expect(open(url)).rejects.toThrow(
      'DATABASE_URL leads to a PostgreSQL that accepts no writes: it is a standby, or its default_transaction_read_only is on',
    )
  })
})
