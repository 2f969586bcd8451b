// @module-tag postgres
import { tmpdir } from 'node:os'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { createDatabase, dropDatabase } from '../../support/database/databases'

const { server, citus } = inject('postgres') ?? { server: '', citus: undefined }

describe.skipIf(citus !== undefined)('readings on PostgreSQL alone', () => {
  it('cannot be distributed: the start is refused with a sentence', async () => {
    const databaseUrl = await createDatabase(server)
    onTestFinished(() => dropDatabase(server, databaseUrl))
    await expect(openDatabase({ dataDir: tmpdir(), publicUrl: 'http://frond.test', databaseUrl, citus: true })).rejects.toThrow(
      /^FROND_CITUS=1 cannot be used: the database of DATABASE_URL has no Citus: run CREATE EXTENSION citus/,
    )
  })
})
