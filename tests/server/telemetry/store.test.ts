// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ingesting } from '../../support/rows/ingesting'
import { insertSensor } from '../../support/rows/rows'

const { server, gateway, sensor, ago, reading, euiOf, shownSensor, countOf } = ingesting()

describe('a batch', () => {
  it('changes nothing when it is repeated, in whole or in part', async () => {
    const batch = { datapoints: [reading(), reading({ measuredAt: ago(40) })] }
    await gateway.post(batch)
    const again = await gateway.post({
      datapoints: [...batch.datapoints, reading({ measuredAt: ago(70) }), reading({ value: 99 })],
    })

    expect(again.body.result).toMatchObject({ stored: 1, duplicates: 3, duplicateIndexes: [0, 1, 3] })
    expect(await countOf()).toEqual({ rows: 3, counted: 3 })
    const { rows } = await server.db.query(sql`select value from datapoints where sensor_id = ${sensor.id} and value = 99`)
    expect(rows).toEqual([])
  })

  it('stores readings before, between and after the stored ones, and of two readings of one moment the first', async () => {
    await gateway.post({ datapoints: [reading({ measuredAt: ago(50) }), reading({ measuredAt: ago(30) })] })
    const { body } = await gateway.post({
      datapoints: [60, 40, 30, 20, 20, 40].map((seconds, at) => reading({ measuredAt: ago(seconds), value: at })),
    })

    expect(body.result).toMatchObject({ stored: 3, duplicates: 3, duplicateIndexes: [2, 4, 5] })
    expect(await countOf()).toEqual({ rows: 5, counted: 5 })
    const { rows } = await server.db.query<{ value: number }>(
      sql`select value from datapoints where sensor_id = ${sensor.id} order by measured_at`,
    )
    expect(rows.map(({ value }) => value)).toEqual([0, 31.5, 1, 31.5, 3])
    const { rows: latest } = await server.db.query(sql`select value from sensor_latest where sensor_id = ${sensor.id}`)
    expect(latest).toEqual([{ value: 3 }])
  })

  it('is stored when another program has stored some of it', async () => {
    await gateway.post({ datapoints: [reading({ measuredAt: ago(50) })] })
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value) values (${sensor.id}, 'soil_moisture', ${ago(20)}, 7)`)
    const { body } = await gateway.post({ datapoints: [reading({ measuredAt: ago(20) }), reading()] })

    expect(body.result).toMatchObject({ stored: 1, duplicates: 1, duplicateIndexes: [0] })
    expect(await countOf()).toEqual({ rows: 3, counted: 2 })
  })
})

describe('a reading', () => {
  it('that arrives late does not replace the latest', async () => {
    await gateway.post({ datapoints: [reading({ value: 40, measuredAt: ago(10) })] })
    await gateway.post({ datapoints: [reading({ value: 20, measuredAt: ago(500) })] })
    const { rows } = await server.db.query(sql`select value from sensor_latest where sensor_id = ${sensor.id}`)
    expect(rows).toEqual([{ value: 40 }])
    expect(Date.parse(String((await shownSensor()).lastSeenAt))).toBe(Date.parse(ago(10)))
  })
})

describe('concurrent batches', () => {
  it('are counted exactly, and do not deadlock', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => insertSensor(server.db, { last_seen_at: null })))
    const euis = await Promise.all(ids.map(euiOf))
    const moments = Array.from({ length: 10 }, (_, at) => ago(at + 1))
    // Every batch has all sensors, each in another order, and half of the next batch's readings.
    const batches = Array.from({ length: 12 }, (_, turn) => ({
      datapoints: moments
        .filter((__, at) => (at + turn) % 2 === 0)
        .flatMap((measuredAt) =>
          [...euis.slice(turn % 8), ...euis.slice(0, turn % 8)].map((sensorEui) => reading({ sensorEui, measuredAt })),
        ),
    }))
    const answers = await Promise.all(batches.map((batch) => gateway.post(batch)))
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200))
    const stored = answers.reduce((sum, { body }) => sum + body.result.stored, 0)
    expect(stored).toBe(80)
    for (const id of ids) expect(await countOf(id)).toEqual({ rows: 10, counted: 10 })
  })
})
