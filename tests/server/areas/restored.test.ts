import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rolloutPaths } from '../../../src/contract/rolloutCalls'
import { firmwaresAt } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import { plantRequestsOn } from '../../support/rows/plantRequests'
import { rolloutDraft } from '../../support/rows/rollouts'
import { insert, insertFirmware, insertGateway, insertHardware, insertPlant, ruleDraft } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { move } = firmwaresAt(server, call)
const { put, read: readRequest, request } = plantRequestsOn(server, call)

const gatewayOf = async (id: string) => (await call('GET', `/api/v1/gateways/${id}`)).body.result
const remove = async (area: string, id: string, query = '') =>
  expect((await call('DELETE', `/api/v1/${area}/${id}${query}`)).status).toBe(204)
const restore = async (area: string, id: string) => expect((await call('POST', `/api/v1/${area}/${id}/restore`)).status).toBe(200)

describe('a restored gateway', () => {
  it('is assigned its firmware again, unless that was revoked since, and the audit log says so', async () => {
    const hardware = await insertHardware(server.db)
    const [good, bad] = [await insertFirmware(server.db, [hardware]), await insertFirmware(server.db, [hardware])]
    const waiting = (target: string) => insertGateway(server.db, { hardware_id: hardware, target_firmware_id: target })
    const [stays, ends] = [await waiting(good), await waiting(bad)]
    const runs = await insertGateway(server.db, { hardware_id: hardware, firmware_id: bad, target_firmware_id: bad })
    for (const id of [stays, ends, runs]) await remove('gateways', id)
    expect((await move(bad, 'revoked', 'It never joins again.')).status).toBe(200)

    for (const id of [stays, ends, runs]) await restore('gateways', id)

    expect(await gatewayOf(stays)).toMatchObject({ targetFirmwareId: good, version: 2 })
    expect(await gatewayOf(ends)).toMatchObject({ targetFirmwareId: null, targetFirmwareAt: null, firmwareUpdate: 'none' })
    // A gateway does not wait for the firmware that it runs.
    expect(await gatewayOf(runs)).toMatchObject({ targetFirmwareId: bad })
    const { rows } = await server.db.query(sql`
      select before, after from audit_entries where subject_id = ${ends} and action = 'updated'`)
    expect(rows).toEqual([{ before: { targetFirmwareId: bad }, after: { targetFirmwareId: null } }])
  })

  it('keeps its hardware, even if that has reached its end of life since', async () => {
    const hardware = await insertHardware(server.db)
    const id = await insertGateway(server.db, { hardware_id: hardware })
    await remove('gateways', id)
    await call('PUT', `/api/v1/gateway_hardwares/${hardware}`, { body: { status: 'eol' } })
    await restore('gateways', id)
    expect(await gatewayOf(id)).toMatchObject({ hardwareId: hardware })
  })
})

describe('a restored hardware', () => {
  it('gets its gateways back, except those that were assigned a firmware for other hardware since', async () => {
    const [deletedId, heir] = [await insertHardware(server.db), await insertHardware(server.db)]
    const firmware = await insertFirmware(server.db, [heir])
    const [first, second] = [
      await insertGateway(server.db, { hardware_id: deletedId }),
      await insertGateway(server.db, { hardware_id: deletedId }),
    ]
    await remove('gateway_hardwares', deletedId, `?reassignTo=${heir}`)
    expect((await call('PUT', `/api/v1/gateways/${second}`, { body: { targetFirmwareId: firmware } })).status).toBe(200)

    await restore('gateway_hardwares', deletedId)

    expect(await gatewayOf(first)).toMatchObject({ hardwareId: deletedId })
    expect(await gatewayOf(second)).toMatchObject({ hardwareId: heir, targetFirmwareId: firmware, version: 3 })
  })
})

describe('a restored firmware', () => {
  it('is that of the rollouts that had it, except those that were started with another since', async () => {
    const hardware = await insertHardware(server.db)
    const [deletedId, heir] = [await insertFirmware(server.db, [hardware]), await insertFirmware(server.db, [hardware])]
    await insertGateway(server.db, { hardware_id: hardware })
    const create = async () => (await call('POST', '/api/v1/rollouts/register', { body: rolloutDraft(deletedId) })).body.result.id
    const [draft, started] = [await create(), await create()]
    await remove('gateway_firmwares', deletedId, `?reassignTo=${heir}`)
    expect((await call('POST', rolloutPaths.move(started, 'start'), { body: {} })).status).toBe(200)

    await restore('gateway_firmwares', deletedId)

    const firmwareOf = async (id: string) => (await call('GET', `/api/v1/rollouts/${id}`)).body.result['firmwareId']
    expect([await firmwareOf(draft), await firmwareOf(started)]).toEqual([deletedId, heir])
  })
})

describe('a restored alert rule', () => {
  it('is not sent to a channel that was deleted since, and the audit log says so', async () => {
    const [stays = '', goes = ''] = await Promise.all(['On call', 'Night shift'].map((name) => insertChannel(name)))
    const draft = ruleDraft({ channelIds: [goes, stays] })
    const { id } = (await call('POST', '/api/v1/alert_rules/register', { body: draft })).body.result
    await remove('alert_rules', id)
    await remove('notification_channels', goes)

    await restore('alert_rules', id)

    const { body } = await call('GET', `/api/v1/alert_rules/${id}`)
    expect(body.result).toMatchObject({ channelIds: [stays], channelNames: ['On call'] })
    const { rows } = await server.db.query(sql`
      select before, after from audit_entries where subject_id = ${id} and action = 'updated'`)
    expect(rows).toEqual([{ before: { channelIds: [goes, stays] }, after: { channelIds: [stays] } }])
  })

  const insertChannel = (name: string) =>
    insert(server.db, 'notification_channels', { name, kind: 'mail', recipients: ['ada@example.com'] })
})

describe('a restored plant', () => {
  it('is named again by the requests that were rejected as its duplicate, and by no other', async () => {
    const plant = await insertPlant(server.db)
    const duplicate = { status: 'rejected', rejection_reason: 'duplicate', duplicate_of_plant_id: plant }
    const [still, open, otherwise] = [await request(duplicate), await request(duplicate), await request(duplicate)]
    await remove('plants', plant)
    for (const id of [open, otherwise]) expect((await put(id, { status: 'in_review' })).status).toBe(200)
    expect((await put(otherwise, { status: 'rejected', rejectionReason: 'not_a_plant' })).status).toBe(200)

    await restore('plants', plant)

    expect(await readRequest(still)).toMatchObject({ duplicateOfPlantId: plant })
    expect(await readRequest(open)).toMatchObject({ duplicateOfPlantId: null, status: 'in_review' })
    expect(await readRequest(otherwise)).toMatchObject({ duplicateOfPlantId: null, rejectionReason: 'not_a_plant' })
    expect((await put(open, { notes: 'Looked at once more' })).status).toBe(200)
  })
})
