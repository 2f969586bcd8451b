// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AnyResult } from '../../support/server/calls'
import { fillAll, requiredDrafts } from '../../support/rows/fill'
import { resources } from '../../../src/contract/index'
import { createPath, itemPath, type Resource } from '../../../src/contract/resource'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  firmwareDraft,
  gatewayDraft,
  hardwareDraft,
  insertFirmware,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertPlant,
  insertPlantRequest,
  insertSensor,
  insertTroubleshoot,
  plantDraft,
  ruleDraft,
  sensorDraft,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

beforeAll(() => fillAll(server.db))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const get = async (area: string, id: string) => (await call('GET', `/api/v1/${area}/${id}`)).body.result
const remove = (area: string, id: string, query = '') => call('DELETE', `/api/v1/${area}/${id}${query}`)
const restore = (area: string, id: string) => call('POST', `/api/v1/${area}/${id}/restore`)
const create = async (area: string, body: object, at = 'register'): Promise<AnyResult> =>
  (await call('POST', `/api/v1/${area}${at === '' ? '' : `/${at}`}`, { body })).body.result
const entriesOf = async (id: string) => {
  const { rows } = await server.db.query<{ action: string }>(
    sql`select action from audit_entries where subject_id = ${id} order by id`,
  )
  return rows.map(({ action }) => action)
}

describe.each((resources as readonly Resource[]).filter(({ ops }) => ops.includes('remove')))(
  'a deleted $nouns.one',
  (resource) => {
    it('has its former values and a later version when it is restored', async () => {
      const draft = await requiredDrafts[resource.name]?.(server.db)
      const { id } = (await call('POST', createPath(resource), { body: draft })).body.result
      const before = (await call('GET', itemPath(resource, id))).body.result
      expect((await call('DELETE', itemPath(resource, id))).status).toBe(204)

      const { status, headers, body } = await call('POST', `${itemPath(resource, id)}/restore`)

      expect([status, headers.get('etag')]).toEqual([200, '"2"'])
      expect(body.result).toEqual({ ...before, version: 2, updatedAt: expect.any(String) })
      expect((await call('GET', itemPath(resource, id))).body.result).toEqual(body.result)
      expect(await entriesOf(id)).toEqual(['created', 'deleted', 'restored'])
    })
  },
)

describe('restoring', () => {
  it('returns a gateway’s sensors, except those that moved to another gateway', async () => {
    const hardwareId = await insertHardware(server.db)
    const { id } = await create('gateways', gatewayDraft(hardwareId))
    const other = await create('gateways', gatewayDraft(hardwareId))
    const [stays, moves] = [await insertSensor(server.db, { gateway_id: id }), await insertSensor(server.db, { gateway_id: id })]
    await remove('gateways', id)
    await call('PUT', '/api/v1/sensors', { body: { id: moves, gatewayId: other.id } })

    await restore('gateways', id)

    expect(await get('sensors', stays)).toMatchObject({ gatewayId: id, version: 3 })
    expect(await get('sensors', moves)).toMatchObject({ gatewayId: other.id })
    expect(await entriesOf(stays)).toEqual(['updated', 'updated'])
  })

  it('restores a gateway with its last reports', async () => {
    const { id } = await create('gateways', gatewayDraft(await insertHardware(server.db)))
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '1 day', latitude = 47.5 where id = ${id}`)
    const before = await get('gateways', id)
    await remove('gateways', id)
    await restore('gateways', id)
    expect(await get('gateways', id)).toEqual({ ...before, version: 2, updatedAt: expect.any(String) })
  })

  it.each([
    ['reported that it failed', { told_step: 'failed', told_note: 'No space left', told_at: new Date() }],
    ['reported for a day without it', { target_reported_at: hoursAgo(30) }],
  ])('restores a gateway whose update failed as one that failed: it %s', async (_what, reported) => {
    const hardware = await insertHardware(server.db)
    const assigned = { target_firmware_id: await insertFirmware(server.db, [hardware]), target_firmware_at: hoursAgo(48) }
    const id = await insertGateway(server.db, { hardware_id: hardware, ...assigned, ...reported })
    const before = await get('gateways', id)
    expect(before).toMatchObject({ firmwareUpdate: 'failed', updateNote: 'told_note' in reported ? 'No space left' : null })
    await remove('gateways', id)
    await restore('gateways', id)
    expect(await get('gateways', id)).toEqual({ ...before, version: 2, updatedAt: expect.any(String) })
  })

  it('restores a plant with its names, its troubleshoots, and the requests that led to it', async () => {
    const plant = await create('plants', plantDraft(), '')
    const symptom = await insertTroubleshoot(server.db, { plant_id: plant.id, remedy: { immediate: 'Mist it.' } })
    const requestId = await insertPlantRequest(server.db, { status: 'published', published_plant_id: plant.id })
    const troubleshoot = await get('troubleshoots', symptom)
    await remove('plants', plant.id)
    expect(await get('plant_requests', requestId)).toMatchObject({ publishedPlantId: null })

    await restore('plants', plant.id)

    expect(await get('plants', plant.id)).toMatchObject({ ...plantDraft({ scientificName: String(plant['scientificName']) }) })
    expect(await get('troubleshoots', symptom)).toEqual({ ...troubleshoot, version: 2, updatedAt: expect.any(String) })
    expect(await get('plant_requests', requestId)).toMatchObject({ publishedPlantId: plant.id })
  })

  it('returns its plants to a reassigned group', async () => {
    const [reassigned, heir] = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const plant = await insertPlant(server.db, { humidity_group_id: reassigned })
    await remove('humidity_groups', reassigned, `?reassignTo=${heir}`)
    expect(await get('plants', plant)).toMatchObject({ humidityGroupId: heir })
    await restore('humidity_groups', reassigned)
    expect(await get('plants', plant)).toMatchObject({ humidityGroupId: reassigned, version: 3 })
  })

  it('limits rules to reassigned groups again, in any order, unless they were limited otherwise since', async () => {
    const [first, second, heir, other] = await Promise.all([1, 2, 3, 4].map(() => insertHumidityGroup(server.db)))
    const limitedTo = async (...ids: (string | undefined)[]) => {
      const humidityGroupIds = ids.flatMap((id) => id ?? [])
      return (await create('alert_rules', ruleDraft({ kind: 'sensor_offline', humidityGroupIds }))).id
    }
    const groupsOf = async (id: string) => new Set((await get('alert_rules', id))['humidityGroupIds'] as string[])
    const rules = {
      both: await limitedTo(first, second),
      heirToo: await limitedTo(heir, first),
      widened: await limitedTo(first),
      changed: await limitedTo(first),
    }
    await call('POST', '/api/v1/humidity_groups/bulk_delete', { body: { ids: [first, second], reassignTo: heir } })
    for (const id of Object.values(rules)) expect(await groupsOf(id)).toEqual(new Set([heir]))
    await call('PUT', `/api/v1/alert_rules/${rules.widened}`, { body: { humidityGroupIds: [heir, other] } })
    await call('PUT', `/api/v1/alert_rules/${rules.changed}`, { body: { humidityGroupIds: [other] } })
    await call('POST', '/api/v1/humidity_groups/restore', { body: { ids: [first, second] } })
    expect(await groupsOf(rules.both)).toEqual(new Set([first, second]))
    expect(await groupsOf(rules.heirToo)).toEqual(new Set([heir, first]))
    expect(await groupsOf(rules.widened)).toEqual(new Set([other, first]))
    expect(await groupsOf(rules.changed)).toEqual(new Set([other]))
  })

  it('restores a firmware’s hardwares', async () => {
    const hardwares = [await insertHardware(server.db), await insertHardware(server.db)]
    const { id } = await create('gateway_firmwares', firmwareDraft(hardwares))
    await remove('gateway_firmwares', id)
    await restore('gateway_firmwares', id)
    expect(new Set((await get('gateway_firmwares', id))['hardwareIds'] as string[])).toEqual(new Set(hardwares))
  })

  it('happens once when ten requests arrive at once', async () => {
    const { id } = await create('gateway_hardwares', hardwareDraft())
    await remove('gateway_hardwares', id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore('gateway_hardwares', id)))
    expect(new Set(answers.map(({ status, body }) => [status, body.result.version].join()))).toEqual(new Set(['200,2']))
    expect(await entriesOf(id)).toEqual(['created', 'deleted', 'restored'])
  })

  it('names the row that has taken the name since', async () => {
    const draft = sensorDraft()
    const { id } = await create('sensors', draft)
    await remove('sensors', id)
    const holder = await create('sensors', sensorDraft({ name: draft.name }))
    const { status, body } = await restore('sensors', id)
    expect([status, body.code, body.holder]).toEqual([409, 'taken', { id: holder.id, name: draft.name }])
    expect(body.message).toBe(`Name is taken by ${draft.name}`)
    expect((await call('GET', `/api/v1/sensors/${id}`)).status).toBe(404)
  })

  it('names a deleted row to which it refers', async () => {
    const hardwareId = await insertHardware(server.db)
    const { id } = await create('gateways', gatewayDraft(hardwareId))
    await remove('gateways', id)
    await remove('gateway_hardwares', hardwareId)
    const { status, body } = await restore('gateways', id)
    expect([status, body.fields]).toEqual([422, { hardwareId: 'Hardware does not exist' }])
  })

  it('is refused for a sensor whose datapoints were deleted', async () => {
    const { id } = await create('sensors', sensorDraft())
    await server.db.query(sql`update sensor_stats set datapoint_count = 3 where sensor_id = ${id}`)
    await remove('sensors', id)
    const { status, body } = await restore('sensors', id)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message).toBe('This sensor cannot be restored: its data was deleted with it')
  })

  it('is refused ten minutes after the deletion', async () => {
    const { id } = await create('gateway_hardwares', hardwareDraft())
    await remove('gateway_hardwares', id)
    await server.db.query(sql`
      with deletion as (delete from audit_entries where subject_id = ${id} and action = 'deleted' returning *)
      insert into audit_entries (at, user_id, request_id, action, subject, subject_id, before)
      select at - interval '11 minutes', user_id, request_id, action, subject, subject_id, before from deletion`)
    const { status, body } = await restore('gateway_hardwares', id)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message).toBe('This gateway hardware cannot be restored: it was deleted more than 10 minutes ago')
  })

  it.each(['01890000-0000-7000-8000-000000000000', '5'])('answers 404 for the id %s', async (id) => {
    expect((await restore('sensors', id)).status).toBe(404)
  })

  it('continues past rows that fail when there are many', async () => {
    const drafts = [sensorDraft(), sensorDraft(), sensorDraft()]
    const ids = await Promise.all(drafts.map(async (draft) => (await create('sensors', draft)).id))
    const deletion = await call('POST', '/api/v1/sensors/bulk_delete', { body: { ids } })
    expect(new Set(deletion.body.result['restorable'] as string[])).toEqual(new Set(ids))
    await create('sensors', sensorDraft({ eui: drafts[1]?.eui ?? '' }))

    const { body } = await call('POST', '/api/v1/sensors/restore', { body: { ids } })

    expect(body.result).toMatchObject({ done: 2, failed: [{ id: ids[1], code: 'taken' }] })
    expect(await get('sensors', ids[2] ?? '')).toMatchObject({ name: drafts[2]?.name, version: 2 })
  })
})
