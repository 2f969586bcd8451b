import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { BATCH_MAX } from '../../../src/contract/datapoints'
import { DAY_MS } from '../../../src/contract/durations'
import { createFindings } from '../../../src/tools/prove/findings'
import { clientOf } from '../../../src/tools/prove/http'
import { judge } from '../../../src/tools/prove/kills/kills'
import { startWriters } from '../../../src/tools/prove/kills/writers'
import { startServer } from '../../support/server/server'

it('the writers of the kills count acknowledged data that is missing: rows, their changes, and readings', async () => {
  const server = await startServer()
  onTestFinished(() => server.close())
  const client = clientOf(await server.app.listen({ host: '127.0.0.1', port: 0 }), 4)
  onTestFinished(() => client.stop())
  const findings = createFindings()
  const writers = await startWriters({ seed: 1, findings }, client, await server.signIn())
  onTestFinished(() => writers.stop())
  const { created, changed, measured } = writers
  await expect.poll(() => Math.min(created.size, changed.size, measured.size), { timeout: 30_000 }).toBeGreaterThan(0)
  await writers.stop()
  // A gateway may post only so often in a minute.
  server.clock.advance(60_000)
  expect(await writers.missingReadings()).toBe(0)
  await judge({ findings }, writers)
  expect(findings.all()).toEqual([])

  const [symptom = ''] = created.keys()
  const [sensorId = ''] = changed.keys()
  const [measuredAt = ''] = measured
  await server.db.query(sql`delete from troubleshoots where symptom = ${symptom}`)
  await server.db.query(sql`update sensors set version = version - 1 where id = ${sensorId}`)
  await server.db.query(sql`delete from datapoints where measured_at = ${measuredAt}`)
  expect(await writers.missingReadings()).toBe(1)
  await judge({ findings }, writers)
  expect(findings.all().map(({ where, example }) => [where, example])).toEqual([
    ['a row that was created', symptom],
    ['a row that was changed', sensorId],
  ])

  // As if they had been acknowledged: more than a batch may have.
  const lost = Array.from({ length: BATCH_MAX + 1 }, (_, n) => new Date(Date.now() - 2 * DAY_MS + n * 1000).toISOString())
  for (const at of lost) (measured as Set<string>).add(at)
  expect(await writers.missingReadings()).toBe(lost.length)
})
