// Tests the embedded database, or no database.
// @module-tag embedded
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { templateFolder } from '../../support/database/database'
import { isFull } from '../../support/full'
import { buildPrograms, startProgram } from '../../support/database/program'

/** How much each writer has acknowledged, at least, when it is killed. */
const ROUNDS = isFull ? [5, 15, 40] : [5, 30]
const PATIENT_MS = 60_000
let programs: string
let dataDir: string

beforeAll(async () => {
  programs = await buildPrograms({ writeForever: 'tests/support/database/programs/writeForever.ts' })
  dataDir = mkdtempSync(join(tmpdir(), 'frond-crash-'))
})
afterAll(() => {
  rmSync(programs, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

/** Lets the writer write at least `least` lines, kills it, and returns what it had acknowledged: ["row 1", "block 1", …]. */
async function killWriter(template: string, least: number): Promise<string[]> {
  const writer = startProgram(join(programs, 'writeForever.js'), [dataDir, template])
  await writer.says('block ')
  const lines = () => writer.output().split('\n').length - 1
  await vi.waitFor(() => expect(lines()).toBeGreaterThanOrEqual(least), { timeout: PATIENT_MS, interval: 5 })
  writer.kill('SIGKILL')
  await writer.exited
  // A line that was cut short was not acknowledged.
  return writer.output().split('\n').slice(0, -1)
}

describe('the embedded database', { timeout: ROUNDS.length * PATIENT_MS }, () => {
  it('loses nothing acknowledged and keeps no partial transaction when its process is killed', async () => {
    const template = await templateFolder()
    const acknowledged: string[] = []
    for (const least of ROUNDS) acknowledged.push(...(await killWriter(template, least)))

    const db = await openDatabase({ dataDir, databaseUrl: null, publicUrl: 'http://reader.test' }, { template })
    try {
      const { rows } = await db.query<{ line: string; parts: number }>(
        sql`select kind || ' ' || number as line, count(*) as parts from written group by kind, number`,
      )
      const storedParts = new Map(rows.map(({ line, parts }) => [line, parts]))
      expect(acknowledged.filter((line) => !storedParts.has(line))).toEqual([])
      expect(rows.filter(({ line, parts }) => parts !== (line.startsWith('block') ? 20 : 1))).toEqual([])
    } finally {
      await db.close()
    }
  })
})
