import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { CHANNEL } from '../../../src/server/db/database'
import { advanceRollouts } from '../../../src/server/rollouts/advance'
import { emptiedServer } from '../../support/server/hooks'
import { insertGateway, ruleDraft } from '../../support/rows/rows'
import { gatewayAt, rolloutsAt } from '../../support/rows/rollouts'

const server = emptiedServer()
const { call, create, begin, advance, gateways, move, pass, read, report, fail, fleet } = rolloutsAt(server)
const ids = (rows: readonly { readonly gatewayId: string }[]) => rows.map(({ gatewayId }) => gatewayId)
const targets = async () =>
  (await server.db.query<{ id: string }>(sql`select id from gateways where target_firmware_id is not null order by id`)).rows.map(
    ({ id }) => id,
  )

/** Lets a gateway send a batch without the new version. */
async function reportOld(gatewayId: string): Promise<void> {
  const { post } = await gatewayAt(server, call, gatewayId)
  await post('3.9.0')
}

/** Advances all rollouts once more; returns how many transactions that took. */
async function transactionsOfAdvancing(): Promise<number> {
  let count = 0
  await advanceRollouts({
    ...server.db,
    transaction(work) {
      count += 1
      return server.db.transaction(work)
    },
  })
  return count
}

describe('a running rollout', () => {
  it('assigns the firmware to the canary first, and continues group by group as gateways report it', async () => {
    const { id } = await begin({ waves: [{ percent: 50 }, { percent: 100 }] })
    expect(await read(id)).toMatchObject({ status: 'running', gatewaysCount: 10, assignedCount: 3, waitingCount: 7 })
    expect((await read(id)).groups.map(({ kind, state, gatewaysCount }) => [kind, state, gatewaysCount])).toEqual([
      ['canary', 'running', 3],
      ['wave', 'waiting', 2],
      ['wave', 'waiting', 5],
    ])
    const canary = ids(await gateways(id, '&state=assigned'))
    expect(await targets()).toEqual(canary.toSorted())

    await report(canary.slice(0, 2))
    expect(await advance(id)).toMatchObject({ succeededCount: 2, assignedCount: 1, waitingCount: 7 })
    await report(canary)
    expect(await advance(id)).toMatchObject({ succeededCount: 3, assignedCount: 2, waitingCount: 5 })
    await report(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ succeededCount: 5, assignedCount: 5, waitingCount: 0 })
    await report(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ status: 'finished', succeededCount: 10, startedAt: expect.any(String) })
    const { body } = await call<{ result: { action: string; title: string }[] }>('GET', '/api/v1/activity?area=Rollout')
    expect(body.result.map(({ action }) => action)).toEqual(['finished', 'went_on', 'went_on', 'started', 'created'])
  })

  it('notifies open pages only when gateways have progressed', async () => {
    const { id } = await begin()
    const announced: string[] = []
    const stop = server.db.listen((payload) => void announced.push(payload ?? ''))
    const mark = () => server.db.query(sql`select pg_notify(${CHANNEL}, 'mark')`)
    await expect.poll(async () => (await mark(), announced)).toContain('mark')
    const [first = ''] = ids(await gateways(id, '&state=assigned'))
    await report([first])
    await advance(id)
    await expect.poll(() => announced).toContain(JSON.stringify([{ area: 'Rollout', ids: [id] }]))
    const before = announced.length
    await advance(id)
    await mark()
    await expect.poll(() => announced.slice(before)).toEqual(['mark'])
    await stop()
  })

  it('stops itself when too many of a group failed, and withdraws the firmware from gateways that have not fetched it', async () => {
    const { id } = await begin({ canaryCount: 4, stopPct: 50 })
    const [first, second, third, fourth] = ids(await gateways(id, '&state=assigned'))
    await fail([first ?? ''])
    expect(await advance(id)).toMatchObject({ status: 'running', failedCount: 1 })
    await server.db.query(sql`update gateways set fetched_at = now() where id = ${third}`)
    await fail([second ?? ''], 'No space left')
    const stopped = await advance(id)
    expect(stopped).toMatchObject({ status: 'stopped', failedCount: 2, statusReason: '2 of 4 gateways of the canary failed' })
    expect(stopped.groups.map(({ state }) => state)).toEqual(['stopped', 'stopped'])
    const rows = await gateways(id)
    const of = (gateway: string | undefined) => rows.find(({ gatewayId }) => gatewayId === gateway)
    expect(of(second)).toMatchObject({ state: 'failed', code: 'reported', note: 'No space left' })
    expect(of(third)).toMatchObject({ state: 'assigned' })
    expect(of(fourth)).toMatchObject({ state: 'skipped', code: 'taken_back' })
    expect(rows.filter(({ code }) => code === 'stopped')).toHaveLength(6)
    expect(await targets()).not.toContain(fourth)
    // Updates that are under way are still reported.
    await report([third ?? ''])
    expect(await advance(id)).toMatchObject({ status: 'stopped', succeededCount: 1 })
  })

  it('stops at a number of failures, whatever their share', async () => {
    const { id } = await begin({ canaryCount: 10, stopPct: 100, stopCount: 2 })
    await fail(fleet().gateways.slice(0, 2))
    expect(await advance(id)).toMatchObject({ status: 'stopped' })
  })

  it('counts a gateway as failed after a day of reports without the new version, and as succeeded when it reports it later', async () => {
    const { id } = await begin({ canaryCount: 4, goOnPct: 75, stopPct: 100 })
    const [failing = '', silent = '', returned = ''] = ids(await gateways(id, '&state=assigned'))
    await pass(24)
    await reportOld(failing)
    await pass(26)
    await reportOld(failing)
    await reportOld(returned)
    await advanceRollouts(server.db)
    expect(await gateways(id, '&state=failed')).toMatchObject([{ gatewayId: failing, code: 'silent' }])
    // One that was away for two days and has just reported may still install it.
    expect(ids(await gateways(id, '&state=assigned'))).toEqual(expect.arrayContaining([silent, returned]))
    await report([failing])
    await advanceRollouts(server.db)
    expect(await gateways(id, '&state=failed')).toEqual([])
    expect(await gateways(id, '&state=succeeded')).toMatchObject([{ gatewayId: failing, code: null }])
  })

  it('counts a gateway as succeeded that reports the version after the rollout has ended, and changes nothing else', async () => {
    await call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ kind: 'rollout_stopped' }) })
    const { id } = await begin({ canaryCount: 2, stopPct: 50 })
    const [late = '', lost = ''] = ids(await gateways(id, '&state=assigned'))
    await pass(24)
    await reportOld(late)
    await reportOld(lost)
    await pass(26)
    await reportOld(late)
    await reportOld(lost)
    const stopped = await advance(id)
    expect(stopped).toMatchObject({ status: 'stopped', assignedCount: 0, failedCount: 2 })
    await judgeAlerts(server.db)

    await report([late])
    expect(await advance(id)).toEqual({ ...stopped, succeededCount: 1, failedCount: 1, groups: expect.any(Array) })
    expect(await gateways(id, '&state=succeeded')).toMatchObject([{ gatewayId: late, code: null }])
    await server.db.query(sql`update alert_rules set judged_at = null`)
    expect(await judgeAlerts(server.db)).toEqual({ raised: 0, reopened: 0, resolved: 0 })
  })

  it.each([
    ['it reports the version', (late: string) => report([late]), { state: 'succeeded', code: null }],
    ['its update fails', (late: string) => fail([late]), { state: 'failed', code: 'reported' }],
    [
      'it is assigned no firmware any more',
      (late: string) => call('PUT', `/api/v1/gateways/${late}`, { body: { targetFirmwareId: null } }),
      { state: 'skipped', code: 'reassigned' },
    ],
  ])('is left alone after its end until there is news of a late gateway: %s', async (_what, change, expected) => {
    const { id } = await begin({ canaryCount: null, goOnPct: 60 })
    const [late = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await report(good)
    await pass(25)
    expect(await advance(id)).toMatchObject({ status: 'finished', assignedCount: 1 })
    expect(await transactionsOfAdvancing()).toBe(0)
    await change(late)
    expect(await transactionsOfAdvancing()).toBeGreaterThan(0)
    expect((await gateways(id)).find(({ gatewayId }) => gatewayId === late)).toMatchObject(expected)
    expect(await transactionsOfAdvancing()).toBe(0)
  })

  it('pauses when a group has not installed it in time, or no longer can, and continues when it is resumed', async () => {
    const { id } = await begin({ canaryCount: 2, goOnPct: 100, stopPct: 100 })
    const [one = '', other = ''] = ids(await gateways(id, '&state=assigned'))
    await report([one])
    await server.db.query(sql`update gateways set last_seen_at = now() - interval '3 days' where id = ${other}`)
    await pass(25)
    expect(await advance(id)).toMatchObject({
      status: 'paused',
      statusReason: '1 of 2 gateways of the canary installed the firmware within 24 hours: 100 % are required to continue',
    })
    await move(id, 'resume')
    expect(await advance(id)).toMatchObject({ status: 'running', statusReason: null, assignedCount: 1 })
    await report([other])
    expect(await advance(id)).toMatchObject({ status: 'running', assignedCount: 8 })
  })

  it('pauses at once when all gateways are settled below the threshold, and continues with other thresholds', async () => {
    const { id } = await begin({ canaryCount: 4, goOnPct: 100, stopPct: 50 })
    const [one = '', ...rest] = ids(await gateways(id, '&state=assigned'))
    await fail([one])
    await report(rest)
    const paused = await advance(id)
    expect(paused).toMatchObject({ status: 'paused' })
    const headers = { 'if-match': `"${paused.version}"` }
    expect((await call('PUT', `/api/v1/rollouts/${id}`, { body: { goOnPct: 75 }, headers })).status).toBe(200)
    await move(id, 'resume')
    expect(await advance(id)).toMatchObject({ status: 'running', assignedCount: 6 })
  })

  it('assigns nothing outside its window', async () => {
    const hour = (hours: number) => `${String((new Date().getUTCHours() + hours) % 24).padStart(2, '0')}:00`
    const closed = await begin({ windowFrom: hour(2), windowTo: hour(4) })
    expect(closed).toMatchObject({ status: 'running', assignedCount: 0, opensAt: expect.any(String) })
    expect(closed.groups[0]).toMatchObject({ state: 'running', dueAt: null })
    await server.db.query(sql`update rollouts set window_from = ${hour(23)}, window_to = ${hour(2)}`)
    const open = await advance(closed.id)
    expect(open).toMatchObject({ assignedCount: 3, opensAt: null })
    expect(open.groups[0]).toMatchObject({ dueAt: expect.any(String) })
  })

  it('begins at its start time', async () => {
    const { id } = await create({ startAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await move(id, 'start')).body.result).toMatchObject({ status: 'scheduled', gatewaysCount: 0 })
    expect(await advance(id)).toMatchObject({ status: 'scheduled' })
    await pass(2)
    expect(await advance(id)).toMatchObject({ status: 'running', assignedCount: 3 })
  })

  it('stops when its firmware is withdrawn', async () => {
    const { id } = await begin()
    await call('POST', `/api/v1/gateway_firmwares/${fleet().target}/status`, { body: { status: 'revoked', reason: 'Overheats' } })
    const stopped = await advance(id)
    expect(stopped).toMatchObject({ status: 'stopped', assignedCount: 0 })
    expect(stopped.statusReason).toMatch(/ is revoked$/)
    expect(await targets()).toEqual([])
  })

  it('skips a gateway that was assigned another firmware, moved to other hardware, or deleted', async () => {
    const { id } = await begin({ canaryCount: 2 })
    const [one = '', two = ''] = ids(await gateways(id, '&state=assigned'))
    const waiting = ids(await gateways(id, '&state=waiting'))
    await server.db.query(sql`update gateways set target_firmware_id = null, target_firmware_at = null where id = ${one}`)
    await report([two])
    await report([waiting[0] ?? ''])
    expect((await call('DELETE', `/api/v1/gateways/${waiting[1]}`)).status).toBe(204)
    expect(await advance(id)).toMatchObject({ status: 'running', assignedCount: 6, skippedCount: 2 })
    expect(await gateways(id, '&state=skipped&sort=groupNumber')).toMatchObject([
      { gatewayId: one, code: 'reassigned', groupNumber: 1 },
      { gatewayId: waiting[0], code: 'already_installed', groupNumber: 2 },
    ])
  })
})

describe('several processes', () => {
  it('that advance it at once lose nothing and repeat nothing', async () => {
    const { id } = await begin({ canaryCount: 5 })
    await report(ids(await gateways(id, '&state=assigned')))
    await Promise.all([1, 2, 3, 4].map(() => advanceRollouts(server.db)))
    await advanceRollouts(server.db)
    expect(await read(id)).toMatchObject({ succeededCount: 5, assignedCount: 5 })
    const { rows } = await server.db.query<{ gateway: string; n: number }>(sql`
      select subject_id as gateway, count(*) as n from audit_entries
      where subject = 'Gateway' and after ->> 'targetFirmwareId' = ${fleet().target} group by 1`)
    expect(rows).toHaveLength(10)
    expect(rows.filter(({ n }) => n !== 1)).toEqual([])
    const { body } = await call<{ result: { action: string }[] }>('GET', '/api/v1/activity?area=Rollout&action=went_on')
    expect(body.result).toHaveLength(1)
  })

  it('that begin rollouts over the same gateways share them: no gateway is in two', async () => {
    await insertGateway(server.db, { hardware_id: fleet().hub, firmware_id: fleet().old })
    const startAt = new Date(Date.now() + 3_600_000).toISOString()
    const made = [await create({ startAt }), await create({ startAt })]
    for (const { id } of made) await move(id, 'start')
    await pass(2)
    await Promise.all([1, 2, 3].map(() => advanceRollouts(server.db)))
    await advanceRollouts(server.db)
    const [one, other] = await Promise.all(made.map(({ id }) => read(id)))
    expect((one?.gatewaysCount ?? 0) + (other?.gatewaysCount ?? 0)).toBe(11)
    expect((one?.skippedCount ?? 0) + (other?.skippedCount ?? 0)).toBe(11)
    expect(new Set([one?.status, other?.status])).toEqual(new Set(['finished', 'running']))
  })
})
