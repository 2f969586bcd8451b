import { tmpdir } from 'node:os'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Database } from '../../src/server/db/database'
import { openDatabase } from '../../src/server/db/open'
import { rollUp } from '../../src/server/telemetry/rollups'
import { createOnAll, dropOnAll } from '../support/database/citus'
import { addMonths, createDatabase, dropDatabase, onServer } from '../support/database/databases'

const place = { dataDir: tmpdir(), publicUrl: 'http://frond.test' }
const cluster = inject('postgres')?.citus ?? { coordinator: '', workers: [], prefix: '' }

describe('readings on Citus', () => {
  const opened: Database[] = []

  async function created(): Promise<string> {
    const url = await createOnAll(cluster)
    onTestFinished(async () => {
      await Promise.all(opened.splice(0).map((db) => db.close()))
      await dropOnAll(cluster, url)
    })
    return url
  }
  async function open(databaseUrl: string, isCitus: boolean): Promise<Database> {
    const db = await openDatabase({ ...place, databaseUrl, citus: isCitus })
    opened.push(db)
    return db
  }

  it('are distributed by sensor, once, however many processes start at once, and none is lost', async () => {
    const url = await created()
    const before = await open(url, false)
    await addMonths(before)
    await before.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select gen_random_uuid(), 'battery', now(), place from generate_series(1, 50) as place`)
    const [db] = await Promise.all([open(url, true), open(url, true), open(url, true)])
    const { rows } = await db.query(sql`
      select table_name::text as name, distribution_column as by from citus_tables
      where table_name::text !~ '_\\d\\d$' order by colocation_id, 1`)
    const tables = ['datapoints', 'datapoints_daily', 'datapoints_hourly', 'sensor_latest']
    expect(rows).toEqual(tables.map((name) => ({ name, by: 'sensor_id' })))
    expect((await db.query(sql`select count(*) as count, sum(value) as sum from datapoints`)).rows).toEqual([
      { count: 50, sum: 1275 },
    ])
    expect((await db.query(sql`select count(distinct nodeport) as workers from citus_shards where shard_size > 0`)).rows).toEqual(
      [{ workers: cluster.workers.length }],
    )
  })

  it('are in eight shards, and in more once somebody has split them', async () => {
    const url = await created()
    const db = await open(url, true)
    await addMonths(db)
    await db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select gen_random_uuid(), 'battery', now(), place from generate_series(1, 50) as place`)
    const parts = sql`select distinct shard_count as parts from citus_tables where table_name::text in ('datapoints', 'sensor_latest')`
    expect((await db.query(parts)).rows).toEqual([{ parts: 8 }])
    await onServer(url, `select alter_distributed_table('datapoints', shard_count => 16, cascade_to_colocated => true)`)
    const again = await open(url, true)
    expect((await again.query(parts)).rows).toEqual([{ parts: 16 }])
    expect((await again.query(sql`select count(*) as count, sum(value) as sum from datapoints`)).rows).toEqual([
      { count: 50, sum: 1275 },
    ])
  })

  it('are rolled up by several shards at once, and counted once when two servers do so', { timeout: 180_000 }, async () => {
    const db = await open(await created(), true)
    await addMonths(db)
    await db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value)
      select id, 'battery', now() - make_interval(hours => hour), hour
      from (select gen_random_uuid() as id from generate_series(1, 200)) as sensor, generate_series(1, 6) as hour`)
    let underWay = 0
    let most = 0
    const watched: Database = {
      ...db,
      async transaction(work) {
        underWay += 1
        most = Math.max(most, underWay)
        return db.transaction(work).finally(() => (underWay -= 1))
      },
    }
    await Promise.all([rollUp(watched), rollUp(db)])
    expect(most).toBeGreaterThan(1)
    for (const table of ['readings_hourly', 'datapoints_hourly', 'datapoints_daily'])
      expect((await db.query(sql`select sum(count) as count from ${raw(table)}`)).rows).toEqual([{ count: 1200 }])
  })

  it('are refused where Citus is too old', async () => {
    const url = await createDatabase(cluster.coordinator)
    onTestFinished(() => dropDatabase(cluster.coordinator, url))
    await onServer(url, 'set citus.enable_version_checks = off', `create extension citus version '12.1-1'`)
    await expect(open(url, true)).rejects.toThrow(/has Citus 12\.1-1, and Frond needs 13 or later/)
  })

  it('are refused when a table is distributed differently, on a worker, and without workers', async () => {
    const url = await created()
    await open(url, false)
    await onServer(url, `alter table sensor_latest drop constraint if exists sensor_latest_sensor_id_fkey`)
    await onServer(url, `select create_reference_table('sensor_latest')`)
    await expect(open(url, true)).rejects.toThrow(/distributes sensor_latest in another way than Frond/)
    const { hostname, port } = new URL(cluster.workers[0] ?? '')
    const worker = Object.assign(new URL(url), { hostname, port }).href
    await expect(open(worker, true)).rejects.toThrow(/is on a worker: set DATABASE_URL to the coordinator/)
    await onServer(
      url,
      `select undistribute_table('sensor_latest')`,
      `select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid <> 0`,
    )
    await expect(open(url, true)).rejects.toThrow(/has no workers: add them with citus_add_node/)
  })
})
