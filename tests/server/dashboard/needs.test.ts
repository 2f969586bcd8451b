// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { ATTENTION_PATH, type Attention } from '../../../src/contract/dashboard'
import { judge } from '../../../src/server/telemetry/condition'
import { conditionsAt } from '../../support/rows/conditions'
import { measured } from '../../support/rows/measured'
import { insertLightGroup } from '../../support/rows/rows'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()
const { call, shared, addSensor, send } = conditionsAt(server)

beforeEach(async () => {
  const light = await insertLightGroup(server.db, { dli_min: 4, dli_max: 8 })
  await server.db.query(sql`update plants set light_group_id = ${light} where id = ${shared.plantId}`)
})

/** Gives a sensor too little light for yesterday. */
async function darken(id: string): Promise<void> {
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at) values (${id}, 'dli', 1, now() - interval '2 hours')`)
  await judge(server.db, [id])
}

/** Makes a sensor's soil moisture too old to count. */
async function forget(id: string): Promise<void> {
  await server.db.query(sql`
    update sensor_latest set measured_at = now() - interval '20 hours' where sensor_id = ${id} and metric = 'soil_moisture'`)
}

const outOfRange = async () =>
  (await call<{ result: Attention }>('GET', ATTENTION_PATH)).body.result.needs
    .filter(({ kind }) => kind === 'out_of_range')
    .map(({ name, metric }) => `${name}: ${metric}`)

describe('the sensors out of range that need attention', () => {
  it('are those that went out of range last, whoever else got too little light yesterday', async () => {
    for (const name of ['Dark 1', 'Dark 2', 'Dark 3']) await darken(await addSensor({ name }))
    expect(await outOfRange()).toHaveLength(3)

    const [first, second, third, fourth] = [
      await addSensor({ name: 'Dry 1' }),
      await addSensor({ name: 'Dry 2' }),
      await addSensor({ name: 'Dry 3' }),
      await addSensor({ name: 'Dry 4' }),
    ]
    await darken(fourth)
    await send(first, 'soil_moisture', 9, 60_000)
    await send(second, 'soil_moisture', 9, 50_000)
    await send(third, 'soil_moisture', 9, 40_000)
    await send(fourth, 'soil_moisture', 9, 30_000)
    await send(first, 'soil_moisture', 8, 20_000)
    expect(await outOfRange()).toEqual(['Dry 4: soil_moisture', 'Dry 3: soil_moisture', 'Dry 2: soil_moisture'])

    await send(second, 'soil_moisture', 40, 15_000)
    await send(second, 'soil_moisture', 9, 10_000)
    expect(await outOfRange()).toEqual(['Dry 2: soil_moisture', 'Dry 4: soil_moisture', 'Dry 3: soil_moisture'])
  })

  it('are not those that fell silent, of which only the light of yesterday is known', async () => {
    for (const name of ['Dry 5', 'Dry 6', 'Dry 7']) await send(await addSensor({ name }), 'soil_moisture', 9, 60_000)
    for (const name of ['Silent 1', 'Silent 2', 'Silent 3']) {
      const id = await addSensor({ name })
      await send(id, 'soil_moisture', 9, 50_000)
      await darken(id)
      await forget(id)
    }
    expect(await outOfRange()).toEqual(['Dry 7: soil_moisture', 'Dry 6: soil_moisture', 'Dry 5: soil_moisture'])
  })

  it('are also those that a change of their range put out of it', async () => {
    const id = await addSensor({ name: 'Wet' })
    await darken(id)
    await measured(server, id, 'soil_moisture', [0, 50])
    await call('PUT', `/api/v1/humidity_groups/${shared.groupId}`, { body: { soilMoistureMax: 45 } })
    expect(await outOfRange()).toContain('Wet: soil_moisture')
  })
})
