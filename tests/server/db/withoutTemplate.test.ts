// Only the build and a restore begin without a template; `npm test` proves both by their own tests.
// @module-tag embedded
// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frond-pglite-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('openDatabase', () => {
  // PostgreSQL's own files are written one by one, which takes a busy machine a while.
  it('creates an embedded database without a template, too', { timeout: 120_000 }, async () => {
    const db = await openDatabase({ dataDir, databaseUrl: null, publicUrl: 'http://frond.test' })
    expect((await db.query(sql`select id from users`)).rows).toEqual([])
    await db.close()
  })
})
