import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { monthOf, partitionOf } from '../../src/server/telemetry/months'
import { ingesting } from '../support/rows/ingesting'

const page = readFileSync(join(import.meta.dirname, '../../.docs/scaling.md'), 'utf8')
const moving = page.split('```').find((part) => part.startsWith('sql') && part.includes('create_hypertable')) ?? ''

const { server, gateway, ago, reading, countOf } = ingesting()

describe('the page on how Frond goes on growing', () => {
  it('moves the readings into a table of its own, where the next ones are stored', async () => {
    await gateway.post({ datapoints: [reading({ measuredAt: ago(20) })] })
    const month = partitionOf(monthOf(server.clock.now.getTime() - 20_000))
    // What TimescaleDB adds is not here.
    const statements = moving
      .slice('sql'.length, moving.indexOf('commit;'))
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/datapoints_\d{4}_\d\d/g, month)
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '' && statement !== 'begin' && !statement.includes('create_hypertable'))
    expect(statements).toContain('drop table datapoints')
    await server.db.transaction(async (tx) => {
      for (const statement of statements) await tx.query(raw(statement))
    })

    const { body } = await gateway.post({ datapoints: [reading({ measuredAt: ago(20) }), reading({ measuredAt: ago(10) })] })
    expect(body.result).toMatchObject({ stored: 1, duplicates: 1 })
    expect(await countOf()).toEqual({ rows: 2, counted: 2 })
  })
})
