import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/db/open'
import { rollUp } from '../../src/server/telemetry/rollups'
import { startPooler } from '../../src/tools/pooler'
import { createOnAll, dropOnAll } from '../support/database/citus'
import { addMonths } from '../support/database/databases'
import { equip } from '../support/rows/readings'
import { insertGateway, insertHardware, insertSensor } from '../support/rows/rows'
import { rowsOf, signedIn } from '../support/server/calls'
import { startServerOn } from '../support/server/server'

const cluster = inject('postgres')?.citus ?? { coordinator: '', workers: [], prefix: '' }

it('readings pass a pooler before the coordinator, and are distributed past it', { timeout: 120_000 }, async ({ skip }) => {
  const databaseListenUrl = await createOnAll(cluster)
  onTestFinished(() => dropOnAll(cluster, databaseListenUrl))
  const pooler = await startPooler(databaseListenUrl)
  if (pooler === null) {
    skip('PgBouncer is not installed')
    return
  }
  onTestFinished(() => pooler.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const settings = { databaseUrl: pooler.url, databaseListenUrl, preparedStatements: pooler.keepsStatements, citus: true }
  const db = await openDatabase({ dataDir, publicUrl: 'http://frond.test', ...settings })
  await addMonths(db)
  const closing = { truncate: () => Promise.resolve(), close: () => db.close() }
  const server = await startServerOn({ db, dataDir, databaseUrl: pooler.url, ...closing }, settings)
  onTestFinished(() => server.close())

  const call = await signedIn(server)
  const gateway = await equip(server, call, await insertGateway(db, { hardware_id: await insertHardware(db) }))
  for (let at = 0; at < 10; at += 1) await insertSensor(db)
  const sensors = await rowsOf(call, '/api/v1/sensors')
  const batches = [1, 2, 3, 4].map((value) => ({
    datapoints: sensors.map(({ eui }) => ({
      sensorEui: eui,
      metric: 'air_temperature',
      value,
      measuredAt: new Date(server.clock.now.getTime() - value * 1000).toISOString(),
    })),
  }))
  for (const { status, body } of await Promise.all(batches.map((batch) => gateway.post(batch)))) {
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ stored: 10 })
  }
  await rollUp(db)
  expect((await db.query(sql`select sum(count) as count from datapoints_daily`)).rows).toEqual([{ count: 40 }])
})
