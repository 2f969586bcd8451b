import { beforeEach, describe, expect, it } from 'vitest'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage } from '../../../src/contract/activity'
import { callAt, emptiedServer } from '../../support/server/hooks'
import { gatewayDraft, humidityGroupDraft, insertFirmware, insertHardware } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server, beforeEach)

const GROUPS = '/api/v1/humidity_groups'
const register = async (changes: object = {}) =>
  (await call<{ result: { id: string; version: number } }>('POST', `${GROUPS}/register`, { body: humidityGroupDraft(changes) }))
    .body.result
/** The latest entry of a row in the activity. */
const newest = async (rowId: string): Promise<ActivityEntry> => {
  const [entry] = (await call<ActivityPage>('GET', `${ACTIVITY_PATH}?rowId=${rowId}`)).body.result
  if (entry === undefined) throw new Error('Nothing has happened')
  return entry
}

describe('a row that is restored to an earlier version', () => {
  it('has the fields of that version in a new one, which the activity shows', async () => {
    const { id } = await register({ name: 'Ferns', soilMoistureMin: 30 })
    const created = await newest(id)
    await call('PUT', `${GROUPS}/${id}`, { body: { name: 'Mosses', soilMoistureMin: 50 } })
    const { status, body } = await call<{ result: object }>('POST', `${GROUPS}/${id}/restore_version`, {
      body: { entryId: created.id },
      headers: { 'if-match': '"2"' },
    })
    expect([status, body.result]).toMatchObject([200, { name: 'Ferns', soilMoistureMin: 30, version: 3 }])
    expect(await newest(id)).toMatchObject({
      action: 'updated',
      changes: [
        { field: 'name', from: 'Mosses', to: 'Ferns' },
        { field: 'soilMoistureMin', from: 50, to: 30 },
      ],
    })
  })

  it('is refused when another user changed it meanwhile, and when the entry belongs to another row', async () => {
    const { id } = await register({ name: 'Ferns' })
    const created = await newest(id)
    await call('PUT', `${GROUPS}/${id}`, { body: { name: 'Mosses' } })
    const restore = (to: string, ifMatch: string) =>
      call('POST', `${GROUPS}/${to}/restore_version`, { body: { entryId: created.id }, headers: { 'if-match': ifMatch } })
    expect((await restore(id, '"1"')).status).toBe(412)
    const other = await register({ name: 'Palms' })
    expect((await restore(other.id, '"1"')).status).toBe(404)
  })

  it('is refused when a value was taken meanwhile, with the name of the row that has it', async () => {
    const { id } = await register({ name: 'Ferns' })
    const created = await newest(id)
    await call('PUT', `${GROUPS}/${id}`, { body: { name: 'Mosses' } })
    const holder = await register({ name: 'Ferns' })
    const { status, body } = await call('POST', `${GROUPS}/${id}/restore_version`, { body: { entryId: created.id } })
    expect([status, body.code, body.holder]).toEqual([409, 'taken', { id: holder.id, name: 'Ferns' }])
  })

  it('keeps the firmware that a gateway is assigned now, also when an older one was assigned then', async () => {
    const GATEWAYS = '/api/v1/gateways'
    const hardware = await insertHardware(server.db)
    const [old, recent] = [await insertFirmware(server.db, [hardware]), await insertFirmware(server.db, [hardware])]
    const draft = gatewayDraft(hardware, { name: 'Attic', targetFirmwareId: old })
    const { id } = (await call<{ result: { id: string } }>('POST', `${GATEWAYS}/register`, { body: draft })).body.result
    const created = await newest(id)
    await call('PUT', `${GATEWAYS}/${id}`, { body: { name: 'Roof', targetFirmwareId: recent } })
    const restored = await call('POST', `${GATEWAYS}/${id}/restore_version`, { body: { entryId: created.id } })
    expect([restored.status, restored.body]).toMatchObject([200, { result: { name: 'Attic', targetFirmwareId: recent } }])
  })
})
