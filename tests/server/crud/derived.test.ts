import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SchemaDescription } from 'yup'
import { resources } from '../../../src/contract/index'
import { parseListQuery } from '../../../src/contract/list'
import type { ReadingStatus } from '../../../src/contract/readings'
import type { Resource } from '../../../src/contract/resource'
import { sensorConditions } from '../../../src/contract/sensors'
import { areaHooks } from '../../../src/server/areas'
import { listPage, matchingIds } from '../../../src/server/crud/list'
import { tableOf, type Row } from '../../../src/server/crud/table'
import type { Database, Queryable, Transaction } from '../../../src/server/db/database'
import { judge } from '../../../src/server/telemetry/condition'
import { judgeLatest, latestOf, nowOf, statusAt } from '../../../src/server/telemetry/judgement'
import { targetRangesOf } from '../../../src/server/telemetry/ranges'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { fillAll } from '../../support/rows/fill'
import {
  insertFirmware,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertSensor,
  insertTemperatureGroup,
} from '../../support/rows/rows'

// Filters and orders on tables must agree with the views: both state the same rules.

let database: TestDatabase
/** All tests read in one transaction, in which time stands still. */
let moment: Transaction
let end: () => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
  await fillAll(database.db)
  // Answers have milliseconds, and this file compares their order.
  for (const { resource } of derived)
    await database.db.query(sql`update ${tableOf(resource).table} set created_at = date_trunc('milliseconds', created_at)`)
  ;({ tx: moment, end } = await begin(database.db))
  await fillDevices(moment)
})
afterAll(async () => {
  await end()
  await database.close()
})

const all: readonly Resource[] = resources
const derived = all.flatMap((resource) => {
  const { filters = {}, orders = {} } = areaHooks[resource.name as keyof typeof areaHooks] ?? {}
  return Object.keys(filters).length + Object.keys(orders).length === 0 ? [] : [{ resource, filters, orders }]
})

/** Times around the one at which a device with an interval of 30 s goes offline. */
const moments: readonly Sql[] = [
  sql`null::timestamptz`,
  sql`now() - interval '60 seconds' - interval '1 microsecond'`,
  sql`now() - interval '60 seconds'`,
  sql`now()`,
  sql`now() + interval '1 day'`,
]

// The condition is stored; it derives from the judgement of each metric.
it('sensors have the condition of the worst of their metrics', () =>
  inOneMoment(async (tx) => {
    const { rows } = await tx.query<{ id: string; condition: string }>(sql`select id, condition from sensors_view order by id`)
    const ids = rows.map(({ id }) => id)
    const now = await nowOf(tx)
    const words = new Map<string, ReadingStatus[]>()
    for (const each of await judgeLatest(tx, await latestOf(tx, ids), await targetRangesOf(tx, ids)))
      words.set(each.sensorId, [...(words.get(each.sensorId) ?? []), statusAt(each, now)])
    const worst = ids.map((id) => worstOf(words.get(id) ?? ['no_data']))
    expect(new Set(worst)).toEqual(new Set(sensorConditions))
    expect(rows.map(({ condition }) => condition)).toEqual(worst)
  }))

function worstOf(words: readonly ReadingStatus[]): string {
  if (words.includes('low') || words.includes('high')) return 'out_of_range'
  return (['no_data', 'ok'] as const).find((word) => words.includes(word)) ?? 'no_range'
}

describe.each(derived)('$resource.nouns.many', ({ resource, filters, orders }) => {
  // A filter by another row has a test of its own.
  const ofRows = Object.keys(filters).filter((field) => field in resource.row.fields)
  it.each(ofRows)('are filtered by %s as their rows have it', (field) =>
    inOneMoment(async (tx) => {
      const rows = await everyRow(tx, resource)
      const values = new Set(rows.flatMap((row) => valuesOf(row[field])))
      expect(values.size).toBeGreaterThan(0)
      for (const value of values) {
        const expected = rows.filter((row) => valuesOf(row[field]).includes(value)).map(({ id }) => id)
        expect([value, await found(tx, resource, `${field}=${value}`)]).toEqual([value, expected.toSorted()])
      }
      const [one = '', other = one] = values
      const either = rows.filter((row) => valuesOf(row[field]).some((value) => value === one || value === other))
      expect(await found(tx, resource, `${field}=${one}&${field}=${other}`)).toEqual(either.map(({ id }) => id).toSorted())
    }),
  )

  const sorts = Object.keys(orders).flatMap((field) => [field, `-${field}`, `${field},-createdAt`])
  it.each(sorts)('are paged by %s as their rows have it', (sort) =>
    inOneMoment(async (tx) => {
      const rows = await everyRow(tx, resource)
      const expected = rows.toSorted(ordering(resource, sort)).map(({ id }) => id)
      expect(await paged(tx, resource, sort, '', 7)).toEqual(expected)
      expect(await paged(tx, resource, sort, '', 200)).toEqual(expected)
      const [name] = Object.keys(resource.list.filter)
      const value = name === undefined ? undefined : valuesOf(rows.find((row) => valuesOf(row[name]).length > 0)?.[name])[0]
      if (name === undefined || value === undefined) return
      const some = rows.filter((row) => valuesOf(row[name]).includes(value)).toSorted(ordering(resource, sort))
      expect(await paged(tx, resource, sort, `&${name}=${value}`, 3)).toEqual(some.map(({ id }) => id))
    }),
  )
})

/** Begins a transaction that stays open until `end`, which rolls it back. */
function begin(db: Database): Promise<{ tx: Transaction; end: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const takenBack = new Error('Nothing of this stays')
    let finish = () => {}
    const ended = new Promise<void>((over) => (finish = over))
    const done = db.transaction(async (tx) => {
      const end = async () => {
        finish()
        await expect(done).rejects.toBe(takenBack)
      }
      resolve({ tx, end })
      await ended
      throw takenBack
    })
    done.catch(reject)
  })
}

/** Rolls back a failed statement, so that it fails only its own test. */
function inOneMoment(work: (tx: Queryable) => Promise<void>): Promise<void> {
  return moment.attempt(() => work(moment))
}

/** Inserts devices on both sides of every boundary. */
async function fillDevices(tx: Queryable): Promise<void> {
  const hardware = await insertHardware(tx)
  const runs = (columns: object) => insertFirmware(tx, [hardware], { name: 'Pond OS', ...columns })
  const old = await runs({ semver: '1.9.0' })
  const newest = await runs({ semver: '1.10.0' })
  const revoked = await runs({ semver: '1.8.0', status: 'revoked' })
  const beta = await runs({ semver: '2.0.0-beta.1', channel: 'beta' })
  const deadlines = [sql`now() - interval '24 hours' - interval '1 microsecond'`, sql`now() - interval '24 hours'`, sql`now()`]
  const gateways: string[] = []
  for (const last_seen_at of moments) {
    const seen = { hardware_id: hardware, last_seen_at }
    for (const firmware_id of [null, old, newest, revoked, beta]) {
      gateways.push(await insertGateway(tx, { ...seen, firmware_id, reporting_interval_s: 30 }))
      const assigned = { ...seen, firmware_id, target_firmware_id: newest, update_channel: 'beta' }
      for (const at of deadlines)
        for (const target_reported_at of [null, at])
          await insertGateway(tx, { ...assigned, target_firmware_at: at, target_reported_at })
      await insertGateway(tx, { ...assigned, target_firmware_at: sql`now()`, target_reported_at: deadlines[0] })
    }
  }
  for (const last_seen_at of moments)
    for (const gateway_id of [null, ...gateways.filter((_, at) => at % 5 === 0)])
      await insertSensor(tx, { gateway_id, last_seen_at, reporting_interval_s: 30 })
  await fillReadings(tx)
}

/**
 * Inserts sensors whose readings are low, right or judged by no range, at each of the times; sensors with one right and one low reading, at
 * different times; and sensors that measure light, without a known day.
 */
async function fillReadings(tx: Queryable): Promise<void> {
  const humidity_group_id = await insertHumidityGroup(tx, { soil_moisture_min: 20, soil_moisture_max: 60 })
  const plant_id = await insertPlant(tx, {
    humidity_group_id,
    temperature_group_id: await insertTemperatureGroup(tx),
    light_group_id: await insertLightGroup(tx),
  })
  const [, late, last, now] = moments
  const read = async (...readings: readonly (readonly [metric: string, value: number, at: Sql | undefined])[]) => {
    const sensor = await insertSensor(tx, { plant_id, reporting_interval_s: 30 })
    for (const [metric, value, at] of readings)
      await tx.query(
        sql`insert into sensor_latest (sensor_id, metric, value, measured_at) values (${sensor}, ${metric}, ${value}, ${at ?? sql`now()`})`,
      )
    await judge(tx, [sensor])
  }
  for (const at of [late, last, now]) {
    await read(['soil_moisture', 5, at])
    await read(['soil_moisture', 40, at])
    await read(['soil_temperature', 20, at])
    await read(['soil_moisture', 40, at], ['air_temperature', 50, late])
    await read(['soil_moisture', 40, at], ['air_temperature', 50, last])
    await read(['soil_moisture', 40, at], ['air_temperature', 20, late], ['soil_temperature', 20, late])
    await read(['illuminance', 900, at])
    await read(['soil_moisture', 5, at], ['ppfd', 50, at])
    await read(['soil_moisture', 40, at], ['ppfd', 50, at], ['dli', 10, late])
  }
}

async function everyRow(tx: Queryable, resource: Resource): Promise<Row[]> {
  const { fields, view } = tableOf(resource)
  return (await tx.query<Row>(sql`select ${fields} from ${view} v`)).rows
}

async function found(tx: Queryable, resource: Resource, search: string): Promise<string[]> {
  return (
    await matchingIds(tx, resource, queryOf(resource, search), 10_000, areaHooks[resource.name as keyof typeof areaHooks])
  ).toSorted()
}

async function paged(tx: Queryable, resource: Resource, sort: string, filter: string, pageSize: number): Promise<string[]> {
  const ids: string[] = []
  let last: Awaited<ReturnType<typeof listPage>>
  let page = 1
  do {
    const query = queryOf(resource, `sort=${sort}&page=${page}&pageSize=${pageSize}${filter}`)
    last = await listPage(tx, resource, query, areaHooks[resource.name as keyof typeof areaHooks])
    ids.push(...last.result.map(({ id }) => id))
    page += 1
  } while (last.result.length === pageSize)
  expect(last.meta.total).toBe(ids.length)
  return ids
}

function queryOf(resource: Resource, search: string) {
  const { query, faults } = parseListQuery(resource, new URLSearchParams(search))
  expect(faults).toEqual([])
  return query
}

function valuesOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'boolean' ? [String(one)] : []))
}

/**
 * Compares by the contract's order: null first, then by value and at last by id, all in the first key's direction; further keys in their
 * own.
 */
function ordering({ row }: Resource, sort: string): (one: Row, other: Row) => number {
  const { fields } = row.describe()
  const valueOf = (of: Row, field: string) => {
    const { meta, oneOf } = fields[field] as SchemaDescription
    return meta?.['order'] === 'choices' ? oneOf.indexOf(of[field]) : of[field]
  }
  const keys = sort.split(',').map((key) => ({ field: key.replace('-', ''), sign: key.startsWith('-') ? -1 : 1 }))
  return (one, other) => {
    for (const { field, sign } of [...keys, { field: 'id', sign: keys[0]?.sign ?? 1 }]) {
      const difference = compare(valueOf(one, field), valueOf(other, field))
      if (difference !== 0) return sign * difference
    }
    return 0
  }
}

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null) return -1
  if (other === null) return 1
  return (one as string | number) < (other as string | number) ? -1 : 1
}
