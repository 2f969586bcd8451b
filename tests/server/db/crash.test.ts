import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/db/open'
import { templateFolder } from '../../support/database'
import { buildPrograms, startProgram } from '../../support/program'

const ROUNDS = 3
let programs: string
let dataDir: string

beforeAll(async () => {
  programs = await buildPrograms({ writeForever: 'tests/support/programs/writeForever.ts' })
  dataDir = mkdtempSync(join(tmpdir(), 'frond-crash-'))
})
afterAll(() => {
  rmSync(programs, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

/** Lets the writer write for a while, kills it without warning, and answers what it had acknowledged: ["row 1", "block 1", …]. */
async function killWriter(template: string, writesMs: number): Promise<string[]> {
  const writer = startProgram(join(programs, 'writeForever.js'), [dataDir, template])
  await writer.says('block ')
  await sleep(writesMs)
  writer.kill('SIGKILL')
  await writer.exited
  // A line that was cut short was not acknowledged.
  return writer.output().split('\n').slice(0, -1)
}

describe('the embedded database', { timeout: 120_000 }, () => {
  it('loses nothing that it acknowledged and keeps no half transaction when its process is killed', async () => {
    const template = await templateFolder()
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) acknowledged.push(...(await killWriter(template, 100 + 300 * round)))
    expect(acknowledged.length).toBeGreaterThan(10 * ROUNDS)

    const db = await openDatabase({ dataDir, databaseUrl: null, publicUrl: 'http://reader.test' }, { template })
    try {
      const { rows } = await db.query<{ line: string; parts: number }>(
        sql`select kind || ' ' || number as line, count(*) as parts from written group by kind, number`,
      )
      const kept = new Map(rows.map(({ line, parts }) => [line, parts]))
      expect(acknowledged.filter((line) => !kept.has(line))).toEqual([])
      expect(rows.filter(({ line, parts }) => parts !== (line.startsWith('block') ? 20 : 1))).toEqual([])
    } finally {
      await db.close()
    }
  })
})
