import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { rolloutPaths } from '../../../src/contract/rolloutCalls'
import { register } from '../../support/server/accounts'
import { callWith, rowsOf, type AnyBody } from '../../support/server/calls'
import { emptiedServer } from '../../support/server/hooks'
import { insertFirmware, insertGateway, insertHardware } from '../../support/rows/rows'
import { rolloutsAt } from '../../support/rows/rollouts'

const server = emptiedServer()
const { call, create, begin, advance, gateways, move, read, report, fail, fleet } = rolloutsAt(server)
const ids = (rows: readonly { readonly gatewayId: string }[]) => rows.map(({ gatewayId }) => gatewayId)

describe('starting a rollout', () => {
  it('is refused for an unreleased firmware, and without gateways', async () => {
    const draft = await insertFirmware(server.db, [fleet().hub], { status: 'draft' })
    const { id } = await create({ firmwareId: draft })
    expect((await move(id, 'start')).body).toMatchObject({ code: 'conflict' })
    const nowhere = await create({ tags: ['nowhere'] })
    const refused = await move(nowhere.id, 'start')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/^There is no gateway to update/)
    expect(await read(nowhere.id)).toMatchObject({ status: 'draft', gatewaysCount: 0 })
  })

  it('excludes, with the reason, gateways that cannot be updated or that another rollout holds', async () => {
    const { hub, old, target } = fleet()
    const later = await insertFirmware(server.db, [hub], { semver: '4.0.0' })
    await server.db.query(sql`update gateway_firmwares set min_from_version = '0.5.0' where id = ${target}`)
    await insertGateway(server.db, { name: 'Unregistered', hardware_id: hub, reported_version: '0.4.9' })
    const eol = await insertHardware(server.db, { status: 'eol' })
    await server.db.query(sql`
      insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
      select id, ${eol}::uuid, channel, status, semver_key from gateway_firmwares where id = ${target}`)
    await insertGateway(server.db, { name: 'Later', hardware_id: hub, firmware_id: later })
    await insertGateway(server.db, { name: 'Done', hardware_id: hub, firmware_id: target })
    await insertGateway(server.db, { name: 'Old hardware', hardware_id: eol, firmware_id: old })
    await insertGateway(server.db, { name: 'Other hardware', hardware_id: await insertHardware(server.db) })
    const tagged = await insertGateway(server.db, { name: 'Taken', hardware_id: hub, firmware_id: old, tags: ['taken'] })
    await begin({ tags: ['taken'], canaryCount: null })
    const { id } = await begin()
    expect((await gateways(id, '&state=skipped')).map(({ name, code }) => [name, code])).toEqual([
      ['Done', 'already_installed'],
      ['Later', 'downgrade'],
      ['Old hardware', 'end_of_life'],
      ['Taken', 'in_other_rollout'],
      ['Unregistered', 'too_old'],
    ])
    expect(ids(await gateways(id, '&state=waiting'))).not.toContain(tagged)
    expect(await read(id)).toMatchObject({ gatewaysCount: 10, skippedCount: 5 })
  })

  it('allows a downgrade and hardware at its end of life with a reason', async () => {
    const later = await insertFirmware(server.db, [fleet().hub], { semver: '4.0.0' })
    const id = await insertGateway(server.db, { hardware_id: fleet().hub, firmware_id: later, tags: ['back'] })
    const rollout = await begin({ tags: ['back'], reason: '4.0.0 loses its clock' })
    expect(ids(await gateways(rollout.id, '&state=assigned'))).toEqual([id])
  })

  it('is refused when no gateway has the tag of its canary, and stops at its time when none has it any more', async () => {
    const canary = { canaryCount: null, canaryTag: 'lab' }
    const now = await create(canary)
    const refused = await move(now.id, 'start')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/^No gateway that can be updated has the canary’s tag lab/),
    ])
    const { id } = await create({ ...canary, startAt: new Date(Date.now() + 3_600_000).toISOString() })
    await move(id, 'start')
    await server.db.query(sql`update rollouts set start_at = now() where id = ${id}`)
    expect(await advance(id)).toMatchObject({
      status: 'stopped',

      statusReason: 'No gateway that can be updated has the canary’s tag lab',
    })
    const { rows } = await server.db.query(sql`select from gateways where target_firmware_id = ${fleet().target}`)
    expect(rows).toEqual([])
  })

  it('selects the canary by its tag, and combines all limits', async () => {
    const [first = '', second = ''] = fleet().gateways
    await server.db.query(sql`update gateways set tags = '{lab}' where id in (${first}, ${second})`)
    const { id } = await begin({ canaryCount: null, canaryTag: 'lab' })
    expect(ids(await gateways(id, '&state=assigned')).toSorted()).toEqual([first, second].toSorted())
    await move(id, 'stop')
    await server.db.query(sql`update gateways set update_channel = 'beta' where id = ${first}`)
    const limited = await begin({ updateChannel: 'beta', tags: ['lab', 'roof'], fromFirmwareIds: [fleet().old] })
    expect(ids(await gateways(limited.id, '&state=assigned'))).toEqual([first])
    expect(limited.scopeNames).toContain('beta')
  })
})

describe('moves', () => {
  it('that are unknown are refused with the possible ones', async () => {
    const { id } = await create()
    const early = await move(id, 'pause')
    expect(early.status).toBe(409)
    expect(early.body).toMatchObject({ code: 'illegal_move', moves: ['start'] })
    expect(early.body.message).toBe('This rollout is draft and cannot be paused: it can be started')
    await move(id, 'start')
    expect((await move(id, 'start')).body).toMatchObject({ code: 'illegal_move', moves: ['retry', 'pause', 'stop'] })
    expect((await move(id, 'retry')).body.message).toBe('No gateway of this rollout failed: there is nothing to retry')
    await move(id, 'stop')
    expect((await move(id, 'resume')).body).toMatchObject({ code: 'illegal_move', moves: [] })
    expect((await move(id.replace(/^./, 'f'), 'stop')).status).toBe(404)
    expect((await move(id, 'stop', { colour: 'red' })).status).toBe(422)
  })

  it('to pause assign nothing more; updates under way continue', async () => {
    const { id } = await begin()
    await move(id, 'pause')
    await report(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ status: 'paused', succeededCount: 3, assignedCount: 0, waitingCount: 7 })
  })

  it('to stop can keep the assigned firmware', async () => {
    const { id } = await begin()
    expect((await move(id, 'stop', { takeBack: false, reason: 'Enough' })).body.result).toMatchObject({
      status: 'stopped',
      statusReason: 'Enough',
      assignedCount: 3,
      skippedCount: 7,
    })
    // The skipped gateways are free for another rollout.
    expect(await begin({ canaryCount: null })).toMatchObject({ gatewaysCount: 10 })
    expect(await read(id)).toMatchObject({ assignedCount: 3 })
  })

  /** Begins a rollout that finishes with one failed gateway; returns it and the gateway. */
  async function finished(): Promise<{ id: string; bad: string }> {
    const { id } = await begin({ canaryCount: 5, goOnPct: 60 })
    const [bad = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await fail([bad])
    await report(good)
    await advance(id)
    await report(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ status: 'finished', failedCount: 1 })
    return { id, bad }
  }

  it('to retry put the failed gateways into a new group', async () => {
    const { id, bad } = await finished()
    expect((await move(id, 'retry')).body.result).toMatchObject({ status: 'running', failedCount: 0, endedAt: null })
    const again = await advance(id)
    expect(again.groups.at(-1)).toMatchObject({ kind: 'retry', state: 'running', assignedCount: 1 })
    // An earlier failure does not count again.
    expect(await advance(id)).toMatchObject({ status: 'running', failedCount: 0 })
    await report([bad])
    expect(await advance(id)).toMatchObject({ status: 'finished', succeededCount: 10 })
  })

  it('to retry a canary keep the waves waiting until the retried gateways have reported', async () => {
    const { id } = await begin({ canaryCount: 4, goOnPct: 100, stopPct: 80 })
    const [bad = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await report(good)
    await fail([bad])
    expect(await advance(id)).toMatchObject({ status: 'paused', failedCount: 1 })
    await move(id, 'retry')
    expect(await advance(id)).toMatchObject({ status: 'running', assignedCount: 1, waitingCount: 6 })
    expect(ids(await gateways(id, '&state=assigned'))).toEqual([bad])
    await report([bad])
    expect(await advance(id)).toMatchObject({ succeededCount: 4, assignedCount: 6, waitingCount: 0 })
  })

  it('to retry are refused once the firmware has been withdrawn', async () => {
    const { id } = await finished()
    await call('POST', `/api/v1/gateway_firmwares/${fleet().target}/status`, { body: { status: 'deprecated' } })
    const refused = await move(id, 'retry')
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/ is deprecated: only a released firmware can be assigned$/)
    expect(await advance(id)).toMatchObject({ status: 'finished', failedCount: 1 })
  })
})

describe('with FROND_ROLLOUT_APPROVAL', () => {
  const strict = emptiedServer({ rolloutApproval: true })
  const rollouts = rolloutsAt(strict)

  it('a rollout begins when another administrator has approved it', async () => {
    const { id } = await rollouts.create()
    expect((await rollouts.move(id, 'start')).body.result).toMatchObject({ status: 'scheduled', awaitsApproval: true })
    expect(await rollouts.advance(id)).toMatchObject({ status: 'scheduled', gatewaysCount: 0 })
    const ownApproval = await rollouts.move(id, 'approve')
    expect(ownApproval.body).toMatchObject({ code: 'illegal_move', moves: ['stop'] })
    expect(ownApproval.body.message).toBe('You started this rollout: another administrator must approve it')
    const other = await secondAdministrator()
    const { body } = await other<AnyBody>('POST', rolloutPaths.move(id, 'approve'), { body: {} })
    expect(body.result).toMatchObject({ status: 'running', awaitsApproval: false, approvedByName: 'Grace Hopper' })
    expect((await other<AnyBody>('POST', rolloutPaths.move(id, 'approve'), { body: {} })).body).toMatchObject({
      code: 'illegal_move',
    })
  })

  it('those that await it are found by the filter, and the others by its opposite', async () => {
    const [waiting, draft] = [await rollouts.create(), await rollouts.create()]
    await rollouts.move(waiting.id, 'start')
    const other = await secondAdministrator()
    const found = async (awaitsApproval: boolean) =>
      (await rowsOf(other, `/api/v1/rollouts?awaitsApproval=${awaitsApproval}`)).map(({ id }) => id)
    expect([await found(true), await found(false)]).toEqual([[waiting.id], [draft.id]])
    await other('POST', rolloutPaths.move(waiting.id, 'approve'), { body: {} })
    expect(await found(true)).toEqual([])
    expect(new Set(await found(false))).toEqual(new Set([waiting.id, draft.id]))
  })

  async function secondAdministrator() {
    const person = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' }
    return callWith(strict, await register(strict, person))
  }
})
