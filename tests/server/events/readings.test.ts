import { expect, it } from 'vitest'
import { DATAPOINTS_PATH } from '../../../src/contract/datapoints'
import { measured } from '../../support/rows/measured'
import { equip } from '../../support/rows/readings'
import { insertGateway, insertHardware, insertHumidityGroup, insertPlant, insertSensor } from '../../support/rows/rows'
import { dataOf } from '../../support/server/events'
import { listening } from '../../support/server/listening'

const { server, call, originOf, listener } = listening()

it('announces all sensors of a gateway that returns, because they were unreachable, and later only those that report', async () => {
  const row = { hardware_id: await insertHardware(server.db), last_seen_at: new Date(0) }
  const gateway = await equip(server, call, await insertGateway(server.db, row))
  const quiet = await insertSensor(server.db, { gateway_id: gateway.id })
  const reporting = await insertSensor(server.db, { gateway_id: gateway.id, eui: 'A84041FFFFC0FFEE' })
  const stream = await listener({ at: 1 })
  const send = (value: number) =>
    fetch(`${originOf(0)}${DATAPOINTS_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        datapoints: [
          { sensorEui: 'A84041FFFFC0FFEE', metric: 'soil_moisture', value, measuredAt: server.clock.now.toISOString() },
        ],
      }),
    })
  const announced = async (from: number) =>
    dataOf(await stream.next(({ event, data }) => event === 'readings' && data.includes(reporting), from))

  expect((await send(40)).status).toBe(200)
  const first = await announced(0)
  const from = stream.events.length
  expect((await send(41)).status).toBe(200)
  const second = await announced(from)

  expect(first).toEqual({ area: 'Sensor', ids: [reporting, quiet] })
  expect(second).toEqual({ area: 'Sensor', ids: [reporting] })
})

it('announces the sensors whose condition a changed range changes, and no others', async () => {
  const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 60 })
  const plant_id = await insertPlant(server.db, { humidity_group_id: groupId })
  const [wet, dry] = [await insertSensor(server.db, { plant_id }), await insertSensor(server.db, { plant_id })]
  await measured(server, wet, 'soil_moisture', [1, 55])
  await measured(server, dry, 'soil_moisture', [1, 20])
  const stream = await listener({ at: 1 })

  const { status } = await call('PUT', `/api/v1/humidity_groups/${groupId}`, { body: { soilMoistureMax: 45 } })

  expect(status).toBe(200)
  const event = await stream.next((each) => each.event === 'readings' && each.data.includes(wet))
  expect(dataOf(event)).toEqual({ area: 'Sensor', ids: [wet] })
})
