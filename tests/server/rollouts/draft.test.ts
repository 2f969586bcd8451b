import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rolloutPaths } from '../../../src/contract/rolloutCalls'
import { emptiedServer } from '../../support/server/hooks'
import { insertFirmware, insertGateway, nobody } from '../../support/rows/rows'
import { rolloutDraft, rolloutsAt } from '../../support/rows/rollouts'

const server = emptiedServer()
const { call, create, begin, move, read, fleet } = rolloutsAt(server)
const put = (id: string, version: number, body: object) =>
  call('PUT', `/api/v1/rollouts/${id}`, { body, headers: { 'if-match': `"${version}"` } })
const register = (changes: object) =>
  call('POST', '/api/v1/rollouts/register', { body: { ...rolloutDraft(fleet().target), ...changes } })

describe('a rollout’s draft', () => {
  it('is validated: waves that rise to 100 %, one canary, whole hours, existing references', async () => {
    expect((await register({ waves: [{ percent: 20 }, { percent: 10 }, { percent: 100 }] })).body.fields).toEqual({
      'waves[1].percent': 'Each wave must reach more than the one before',
    })
    expect((await register({ waves: [{ percent: 20 }] })).body.fields).toEqual({
      'waves[0].percent': 'The last wave must reach 100 %',
    })
    expect((await register({ canaryTag: 'roof' })).body.fields).toEqual({
      canaryTag: 'Choose the canary by number or by tag, not by both',
    })
    expect((await register({ windowFrom: '22:00' })).body.fields).toEqual({ windowTo: 'Enter both times, or neither' })
    expect((await register({ windowFrom: '22:00', windowTo: '22:00' })).body.fields).toEqual({
      windowTo: 'The hours must not begin and end at the same time',
    })
    // Browsers take it for Kolkata, PostgreSQL for Jerusalem.
    expect((await register({ windowFrom: '22:00', windowTo: '05:00', zone: 'IST' })).body.fields).toEqual({
      zone: 'There is no such time zone',
    })
    expect((await register({ firmwareId: nobody })).body.fields).toEqual({ firmwareId: 'Firmware does not exist' })
    expect((await register({ hardwareIds: [nobody] })).body.fields).toEqual({
      hardwareIds: 'One of these gateway hardwares does not exist',
    })
  })

  it('can be changed; later only in how it advances, while the rollout is paused', async () => {
    const draft = await create()
    expect((await put(draft.id, draft.version, { tags: ['roof'] })).status).toBe(200)
    await put(draft.id, draft.version + 1, { tags: [] })
    await move(draft.id, 'start')
    const running = await read(draft.id)
    const refused = await put(draft.id, running.version, { goOnPct: 50 })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('This rollout is running and cannot be changed: pause it first')
    await move(draft.id, 'pause', { reason: 'Storm' })
    const paused = await read(draft.id)
    expect(paused).toMatchObject({ status: 'paused', statusReason: 'Storm' })
    expect((await put(draft.id, paused.version, { tags: ['north'] })).body.fields).toEqual({
      tags: 'This field can be changed only before the start',
    })
    expect((await put(draft.id, paused.version, { goOnPct: 50, windowFrom: '01:00', windowTo: '05:00' })).status).toBe(200)
  })

  it('can be deleted unless it is under way, and prevents the deletion of its firmware', async () => {
    const { id } = await begin()
    const refused = await call('DELETE', `/api/v1/rollouts/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/ is running: stop it before you delete it$/)
    await move(id, 'stop')
    await server.db.query(sql`update gateways set firmware_id = null, target_firmware_id = null`)
    const used = await call('DELETE', `/api/v1/gateway_firmwares/${fleet().target}`)
    expect(used.body).toMatchObject({ code: 'in_use', users: { total: 1 } })
    const heir = await insertFirmware(server.db, [fleet().hub])
    const history = await call('DELETE', `/api/v1/gateway_firmwares/${fleet().target}?reassignTo=${heir}`)
    expect(history.body).toMatchObject({ code: 'in_use', users: { total: 1, lasting: true } })
    expect((await call('DELETE', `/api/v1/rollouts/${id}`)).status).toBe(204)
  })
})

describe('POST /rollouts/preview', () => {
  it('returns the number of gateways in each group, and those excluded with the reason', async () => {
    const { hub, target } = fleet()
    await insertGateway(server.db, { name: 'Done', hardware_id: hub, firmware_id: target })
    const body = rolloutDraft(target, { waves: [{ percent: 50 }, { percent: 100 }] })
    const { body: answer } = await call('POST', rolloutPaths.preview, { body })
    expect(answer.result).toMatchObject({
      ready: 10,
      firmwareStatus: 'released',
      groups: [
        { kind: 'canary', gatewaysCount: 3 },
        { kind: 'wave', gatewaysCount: 2 },
        { kind: 'wave', gatewaysCount: 5 },
      ],
      leftOut: [{ code: 'already_installed', gatewaysCount: 1, gateways: [{ name: 'Done' }] }],
    })
    expect((answer.result as unknown as { gateways: unknown[] }).gateways).toHaveLength(10)
    const none = await call('POST', rolloutPaths.preview, { body: { ...body, tags: ['nowhere'] } })
    expect(none.body.result).toEqual({ ready: 0, gateways: [], groups: [], leftOut: [], firmwareStatus: 'released' })
    const unknown = await call('POST', rolloutPaths.preview, { body: { ...body, firmwareId: nobody } })
    expect(unknown.body.result).toEqual({ ready: 0, gateways: [], groups: [], leftOut: [] })
  })
})
