// @module-tag postgres
import { tmpdir } from 'node:os'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { createDatabase, dropDatabase } from '../../support/database/databases'

const { server, citus } = inject('postgres') ?? { server: '', citus: undefined }

describe.skipIf(citus !== undefined)('readings on PostgreSQL alone', () => {
  // First: loading the code for Citus takes longer than the refused connection.
  it('are not distributed while the server does not answer: the start is refused with a sentence', async () => {
    const place = { dataDir: tmpdir(), publicUrl: 'http://frond.test', databaseUrl: 'postgres://frond@127.0.0.1:1/frond' }
    await expect(openDatabase({ ...place, citus: true })).rejects.toThrow(
      'The PostgreSQL of DATABASE_URL (127.0.0.1:1/frond) cannot be used: connect ECONNREFUSED',
    )
  })

  it('cannot be distributed: the start is refused with a sentence', async () => {
    const databaseUrl = await createDatabase(server)
    onTestFinished(() => dropDatabase(server, databaseUrl))
    await expect(openDatabase({ dataDir: tmpdir(), publicUrl: 'http://frond.test', databaseUrl, citus: true })).rejects.toThrow(
      /^FROND_CITUS=1 cannot be used: the database of DATABASE_URL has no Citus: run CREATE EXTENSION citus/,
    )
  })
})
