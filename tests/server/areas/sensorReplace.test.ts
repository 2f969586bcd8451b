import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { replacePath } from '../../../src/contract/sensors'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { measured } from '../../support/rows/measured'
import { insertPlant, insertSensor } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)
let id: string
const replace = (body: object, headers = {}) => call('POST', replacePath(id), { body, headers })
const eui = '70B3D57ED0001A2F'

beforeEach(async () => {
  const plant_id = await insertPlant(server.db, { scientific_name: 'Monstera deliciosa' })
  id = await insertSensor(server.db, { name: 'Bed 12', plant_id, battery_pct: 3 })
  await measured(server, id, 'soil_moisture', [5, 40])
})

describe('replacing a sensor’s device', () => {
  it('keeps the record and its readings under the new EUI, and clears what the old device reported about itself', async () => {
    const before = (await call('GET', `/api/v1/sensors/${id}`)).body.result
    const { status, body } = await replace({ eui: '70:b3:d5:7e:d0:00:1a:2f', model: 'Moist 3' }, { 'if-match': '"1"' })
    expect([status, body.result]).toMatchObject([
      200,
      {
        id,
        version: 2,
        name: 'Bed 12',
        eui,
        model: 'Moist 3',
        plantId: before['plantId'],
        batteryPct: null,
        state: 'never_seen',
      },
    ])
    expect(body.result['datapointsCount']).toBe(before['datapointsCount'])
    const { rows } = await server.db.query(sql`
      select action, before ->> 'eui' as was, after ->> 'eui' as is from audit_entries where subject_id = ${id}`)
    expect(rows).toEqual([{ action: 'updated', was: before['eui'], is: eui }])
  })

  it('is refused with the name of the sensor that has the EUI, and for a stale version', async () => {
    const holder = await insertSensor(server.db, { name: 'Bed 13', eui })
    const taken = await replace({ eui })
    expect([taken.status, taken.body.holder]).toEqual([409, { id: holder, name: 'Bed 13' }])
    expect((await replace({ eui: '70B3D57ED0001A30' }, { 'if-match': '"7"' })).status).toBe(412)
    expect((await replace({ name: 'Other', eui })).status).toBe(422)
  })
})
