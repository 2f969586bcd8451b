import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/server/db/open'
import { createOnAll, dropOnAll } from '../support/database/citus'
import { addMonths, onServer } from '../support/database/databases'
import { breakableProxyTo, type BreakableProxy } from '../support/database/breakableProxy'
import { equip, type TestGateway } from '../support/rows/readings'
import { insertGateway, insertHardware, insertPlant, insertSensor, insertTemperatureGroup } from '../support/rows/rows'
import { signedIn, type Call } from '../support/server/calls'
import { startServerOn, type TestServer } from '../support/server/server'
import { within } from '../support/within'

const cluster = inject('postgres')?.citus ?? { coordinator: '', workers: [], prefix: '' }

interface Sensor {
  readonly id: string
  readonly eui: string
}

describe('while a worker is away, a batch', () => {
  let proxies: BreakableProxy[] = []
  let server: TestServer
  let call: Call
  let gateway: TestGateway
  /** A sensor of the worker that goes away, and one of another worker. */
  let there: Sensor
  let here: Sensor
  let second = 0

  beforeAll(async () => {
    proxies = await Promise.all(cluster.workers.map(breakableProxyTo))
    const databaseUrl = await createOnAll(
      cluster,
      proxies.map(({ url }) => url),
    )
    const dataDir = mkdtempSync(join(tmpdir(), 'frond-test-'))
    const db = await openDatabase({ dataDir, databaseUrl, publicUrl: 'http://frond.test', citus: true })
    await addMonths(db)
    async function close(): Promise<void> {
      await db.close()
      await dropOnAll(cluster, databaseUrl)
      rmSync(dataDir, { recursive: true })
    }
    server = await startServerOn({ db, dataDir, databaseUrl, truncate: () => Promise.resolve(), close }, { citus: true })
    call = await signedIn(server)
    gateway = await equip(server, call, await insertGateway(db, { hardware_id: await insertHardware(db) }))
    here = await sensorBehind(proxies[0])
    there = await sensorBehind(proxies[1])
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await Promise.all(proxies.map((proxy) => proxy.shut()))
  })

  /** Creates a sensor whose readings lie on the worker behind a proxy. */
  async function sensorBehind(
    proxy: BreakableProxy | undefined,
    columns: Parameters<typeof insertSensor>[1] = {},
  ): Promise<Sensor> {
    for (;;) {
      const { rows } = await server.db.query<Sensor & { port: number }>(sql`
        select s.id, s.eui, n.nodeport as port from sensors s
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('datapoints', s.id)
        join pg_dist_node n on n.groupid = p.groupid
        where s.id = ${await insertSensor(server.db, columns)}`)
      const [found] = rows
      if (found !== undefined && proxy !== undefined && String(found.port) === new URL(proxy.url).port) return found
    }
  }

  /** Makes a batch of these sensors' readings, later than all before. */
  function batchOf(...sensors: readonly Sensor[]) {
    return batchWith(second + 1, ...sensors)
  }

  function batchWith(value: number, ...sensors: readonly Sensor[]) {
    second += 1
    const measuredAt = new Date(server.clock.now.getTime() - 3_600_000 + second * 1000).toISOString()
    return { datapoints: sensors.map(({ eui }) => ({ sensorEui: eui, metric: 'air_temperature', value, measuredAt })) }
  }

  async function countOf({ id }: Sensor): Promise<{ rows: number; counted: number }> {
    const [{ rows: stored }, { rows: counts }] = await Promise.all([
      server.db.query(sql`select from datapoints where sensor_id = ${id}`),
      server.db.query<{ counted: number }>(sql`select datapoint_count as counted from sensor_stats where sensor_id = ${id}`),
    ])
    return { rows: stored.length, counted: counts[0]?.counted ?? 0 }
  }

  const latestOf = ({ id }: Sensor) => call<{ result: { value: number }[] }>('GET', `/api/v1/sensors/${id}/latest`)

  it('of sensors elsewhere is stored; of both it is refused, and what lies elsewhere is stored; it counts once when it comes again', async () => {
    expect((await gateway.post(batchOf(here, there))).body.result).toMatchObject({ stored: 2 })
    await proxies[1]?.shut()

    expect((await gateway.post(batchOf(here))).body.result).toMatchObject({ stored: 1 })
    const both = batchOf(here, there)
    const refused = await gateway.post(both)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await gateway.post(batchOf(there))).status).toBe(503)
    expect(await countOf(here)).toEqual({ rows: 3, counted: 3 })
    expect((await latestOf(here)).body.result).toMatchObject([{ value: second - 1 }])
    expect((await latestOf(there)).status).toBe(503)
    expect((await call('GET', '/api/v1/sensors')).status).toBe(200)
    expect((await call('GET', '/api/v1/dashboard/analytics')).status).toBe(200)

    await proxies[1]?.open()
    expect((await gateway.post(both)).body.result).toMatchObject({ stored: 1, duplicates: 1, duplicateIndexes: [0] })
    expect([await countOf(here), await countOf(there)]).toEqual([
      { rows: 3, counted: 3 },
      { rows: 2, counted: 2 },
    ])
  })

  it('with a reading inside the margin of its range is stored, and judged by the readings before', async () => {
    const temperature_group_id = await insertTemperatureGroup(server.db, { min_c: 5, max_c: 35 })
    const plant_id = await insertPlant(server.db, { temperature_group_id })
    const cold = await sensorBehind(proxies[0], { plant_id, reporting_interval_s: 7200 })
    await gateway.post(batchWith(4, cold))
    onTestFinished(async () => proxies[1]?.open())
    await proxies[1]?.shut()
    expect((await gateway.post(batchWith(6, cold))).body.result).toMatchObject({ stored: 1 })
    expect((await latestOf(cold)).body.result).toMatchObject([{ value: 6, status: 'low' }])
  })

  it('is neither lost nor stored twice, whenever the worker goes and comes', async () => {
    const before = await Promise.all([countOf(here), countOf(there)])
    let refused = 0
    async function sendUntilStored(batch: object): Promise<void> {
      for (;;) {
        const { status } = await gateway.post(batch)
        if (status === 200) return
        expect(status).toBe(503)
        refused += 1
        // Moves the clock, because a gateway may send only so many batches a minute.
        server.clock.now = new Date(server.clock.now.getTime() + 1000)
      }
    }
    const batches = Array.from({ length: 60 }, () => batchOf(here, there))
    const left = batches.values()
    const sending = Array.from({ length: 3 }, async () => {
      for (const batch of left) await sendUntilStored(batch)
    })
    for (let times = 0; times < 3; times += 1) {
      const seen = refused
      await proxies[1]?.shut()
      await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(seen)
      await proxies[1]?.open()
      // Recovers transactions that were prepared on the worker when it went away; Citus does so once a minute.
      await onServer(server.settings.databaseUrl ?? '', 'select recover_prepared_transactions()')
    }
    await Promise.all(sending)
    const after = await Promise.all([countOf(here), countOf(there)])
    expect(after).toEqual(before.map(({ rows, counted }) => ({ rows: rows + 60, counted: counted + 60 })))
  }, 120_000)

  it('is refused in time when the worker hangs, while all else works; it counts once when the worker goes on', async () => {
    const other = await equip(server, call, await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }))
    const free = await sensorBehind(proxies[0])
    await gateway.post(batchOf(here, there))
    const before = await Promise.all([countOf(here), countOf(there)])
    const whole = batchOf(here, there)
    onTestFinished(() => proxies[1]?.thaw())
    proxies[1]?.freeze()
    // The time-out of a statement, and as much again as the others of the batch may take on a busy machine.
    const refused = await within(7000, () => gateway.post(whole))
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('2')

    await expect.poll(() => server.db.workers?.away.size, { timeout: 10_000 }).toBe(1)
    // Each would wait for three seconds if it tried the worker, and ten at once have a connection.
    const needing = [
      ...Array.from({ length: 60 }, () => latestOf(there)),
      gateway.post(batchOf(there)),
      gateway.post(whole),
      other.post(batchOf(free, there)),
    ]
    const fine = [latestOf(here), call('GET', '/api/v1/sensors'), call('GET', '/api/v1/dashboard/analytics')]
    const answers = within(8000, () => Promise.all([...needing, ...fine]))
    expect((await answers).map(({ status }) => status)).toEqual([...Array(63).fill(503), 200, 200, 200])
    expect((await other.post(batchOf(free))).body.result).toMatchObject({ stored: 1 })
    const connections = sql`select from pg_stat_activity where datname = current_database() and application_name = 'frond'`
    expect((await server.db.query(connections)).rowCount).toBeLessThan(25)

    proxies[1]?.thaw()
    await expect.poll(() => server.db.workers?.away.size, { timeout: 10_000 }).toBe(0)
    await expect.poll(async () => (await gateway.post(whole)).status, { timeout: 20_000 }).toBe(200)
    const after = await Promise.all([countOf(here), countOf(there), countOf(free)])
    expect(after).toEqual([before[0].rows + 1, before[1].rows + 1, 2].map((rows) => ({ rows, counted: rows })))
  }, 60_000)
})
