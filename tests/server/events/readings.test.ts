import type { EventSourceMessage } from 'eventsource-parser'
import { expect, it } from 'vitest'
import { DATAPOINTS_PATH } from '../../../src/contract/datapoints'
import { gateways } from '../../../src/contract/gateways'
import { updatePath } from '../../../src/contract/resource'
import { measured } from '../../support/rows/measured'
import { equip } from '../../support/rows/readings'
import { insertGateway, insertHardware, insertHumidityGroup, insertPlant, insertSensor, unique } from '../../support/rows/rows'
import { dataOf } from '../../support/server/events'
import { changeOf, listening } from '../../support/server/listening'

const { server, call, originOf, listener, createGroup } = listening()

/** Opens a stream of the second process, and waits until that listens to the database: it announces a change. */
async function openStream() {
  const stream = await listener({ at: 1 })
  await changeOf(stream, (await createGroup(`Mark ${unique()}`)).id, 'created')
  return { stream, from: stream.events.length }
}

const readingsAbout = (id: string) => (event: EventSourceMessage) => event.event === 'readings' && event.data.includes(id)

it('announces all sensors of a gateway that returns, because they were unreachable, and later only those that report', async () => {
  const row = { hardware_id: await insertHardware(server.db), last_seen_at: new Date(0) }
  const gateway = await equip(server, call, await insertGateway(server.db, row))
  const quiet = await insertSensor(server.db, { gateway_id: gateway.id })
  const reporting = await insertSensor(server.db, { gateway_id: gateway.id, eui: 'A84041FFFFC0FFEE' })
  const { stream, from } = await openStream()
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

  expect((await send(40)).status).toBe(200)
  const first = dataOf(await stream.next(readingsAbout(reporting), from))
  const later = stream.events.length
  expect((await send(41)).status).toBe(200)
  const second = dataOf(await stream.next(readingsAbout(reporting), later))

  expect(first).toEqual({ area: 'Sensor', ids: [reporting, quiet] })
  expect(second).toEqual({ area: 'Sensor', ids: [reporting] })
})

it('announces the sensors whose condition a changed range changes, and no others', async () => {
  const groupId = await insertHumidityGroup(server.db, { soil_moisture_min: 10, soil_moisture_max: 60 })
  const plant_id = await insertPlant(server.db, { humidity_group_id: groupId })
  const [wet, dry] = [await insertSensor(server.db, { plant_id }), await insertSensor(server.db, { plant_id })]
  await measured(server, wet, 'soil_moisture', [1, 55])
  await measured(server, dry, 'soil_moisture', [1, 20])
  const { stream, from } = await openStream()

  const { status } = await call('PUT', `/api/v1/humidity_groups/${groupId}`, { body: { soilMoistureMax: 45 } })

  expect(status).toBe(200)
  expect(dataOf(await stream.next(readingsAbout(wet), from))).toEqual({ area: 'Sensor', ids: [wet] })
})

it('announces the sensors of a gateway whose interval is changed, by which it is online or offline', async () => {
  const hardware_id = await insertHardware(server.db)
  const gateway = await insertGateway(server.db, { hardware_id })
  const sensor = await insertSensor(server.db, { gateway_id: gateway })
  const { stream, from } = await openStream()

  const { status } = await call('PUT', updatePath(gateways, gateway), { body: { reportingIntervalS: 3600 } })

  expect(status).toBe(200)
  expect(dataOf(await stream.next(readingsAbout(sensor), from))).toEqual({ area: 'Sensor', ids: [sensor] })
})
