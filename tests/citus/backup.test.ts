import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, inject, it, onTestFinished } from 'vitest'
import { writeBackup } from '../../src/server/backup/dump'
import { restoreBackup } from '../../src/server/backup/restore'
import type { Database } from '../../src/server/db/database'
import { openDatabase } from '../../src/server/db/open'
import { connectPostgres } from '../../src/server/db/postgres'
import { createOnAll, dropOnAll } from '../support/database/citus'
import { addMonths } from '../support/database/databases'
import { insertSensor } from '../support/rows/rows'

const cluster = inject('postgres')?.citus ?? { coordinator: '', workers: [], prefix: '' }

it(
  'a backup of a Citus cluster fills the empty database of one, which is spread at its start',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frond-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'frond.backup')
    const [from, to] = [await createOnAll(cluster), await createOnAll(cluster)]
    const opened: Database[] = []
    onTestFinished(async () => {
      await Promise.all(opened.map((db) => db.close()))
      await Promise.all([from, to].map((url) => dropOnAll(cluster, url)))
    })
    async function open(databaseUrl: string): Promise<Database> {
      const db = await openDatabase({ dataDir: folder, databaseUrl, publicUrl: 'http://frond.test', citus: true })
      opened.push(db)
      return db
    }

    const before = await open(from)
    await addMonths(before)
    for (let at = 0; at < 20; at += 1) {
      const id = await insertSensor(before)
      await before.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value) values (${id}, 'air_temperature', now(), ${at})`)
      await before.query(sql`
      insert into sensor_latest (sensor_id, metric, measured_at, value) values (${id}, 'air_temperature', now(), ${at})`)
    }
    await before.transaction((tx) => writeBackup(tx, file))

    const connection = await connectPostgres(to)
    await restoreBackup(connection, file)
    connection.release()
    const after = await open(to)
    const rowsOf = async (db: Database) =>
      (
        await db.query(sql`
        select sensor_id, metric, value, measured_at::text, received_at::text from datapoints order by sensor_id`)
      ).rows
    expect(await rowsOf(after)).toEqual(await rowsOf(before))
    const { rows: workers } = await after.query(sql`
    select distinct nodeport from citus_shards where table_name = 'sensor_latest'::regclass and shard_size > 0`)
    expect(workers).toHaveLength(cluster.workers.length)
  },
)
