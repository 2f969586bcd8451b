// Runs on both engines, which could differ in times.
// @module-tag both-engines
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertFirmware } from '../../support/rows/rows'
import { rolloutsAt } from '../../support/rows/rollouts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer()
const { call, begin, advance, gateways, move, pass, report, fail, fleet } = rolloutsAt(server)
const ids = (rows: readonly { readonly gatewayId: string }[]) => rows.map(({ gatewayId }) => gatewayId)
const targetOf = async (id: string) =>
  (await call<{ result: { targetFirmwareId: string | null } }>('GET', `/api/v1/gateways/${id}`)).body.result.targetFirmwareId
const assign = (firmwareId: string, gatewayId: string) =>
  call('POST', `/api/v1/gateway_firmwares/${firmwareId}/assign`, { body: { gatewayIds: [gatewayId] } })
const clear = (gatewayId: string) => call('PUT', `/api/v1/gateways/${gatewayId}`, { body: { targetFirmwareId: null } })

let other: string
beforeEach(async () => {
  other = await insertFirmware(server.db, [fleet().hub], { semver: '3.10.0' })
})

describe('a gateway that waits', () => {
  it('leaves the rollout when it is assigned another firmware by hand', async () => {
    const { id } = await begin({ canaryCount: 2 })
    const [waiting = ''] = ids(await gateways(id, '&state=waiting'))
    await assign(other, waiting)
    await report(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ assignedCount: 7, skippedCount: 1 })
    expect(await gateways(id, '&state=skipped')).toMatchObject([{ gatewayId: waiting, code: 'reassigned' }])
    expect(await targetOf(waiting)).toBe(other)
  })

  it('leaves it when its assigned firmware is cleared by hand, but not when that is revoked', async () => {
    const [one = '', two = ''] = fleet().gateways
    const revoked = await insertFirmware(server.db, [fleet().hub], { semver: '3.10.1' })
    await assign(other, one)
    await assign(revoked, two)
    await server.db.query(sql`update gateways set tags = '{lab}' where id not in (${one}, ${two})`)
    const { id } = await begin({ canaryCount: null, canaryTag: 'lab' })
    await clear(one)
    const withdrawal = { status: 'revoked', reason: 'Overheats' }
    expect((await call('POST', `/api/v1/gateway_firmwares/${revoked}/status`, { body: withdrawal })).status).toBe(200)
    await report(ids(await gateways(id, '&state=assigned')))
    await advance(id)
    expect(await gateways(id, '&state=skipped')).toMatchObject([{ gatewayId: one, code: 'reassigned' }])
    expect([await targetOf(one), await targetOf(two)]).toEqual([null, fleet().target])
  })
})

describe('a gateway that was assigned the firmware before its rollout', () => {
  it('keeps it when the rollout is stopped', async () => {
    const [one = ''] = fleet().gateways
    await assign(fleet().target, one)
    const { id } = await begin({ canaryCount: null })
    expect(ids(await gateways(id, '&state=assigned'))).toContain(one)
    await move(id, 'stop')
    expect(await targetOf(one)).toBe(fleet().target)
    expect(ids(await gateways(id, '&state=assigned'))).toEqual([one])
  })
})

describe('a gateway that is updating when its rollout finishes', () => {
  it.each([
    [
      'another rollout',
      async (late: string) => {
        await server.db.query(sql`update gateways set tags = '{late}' where id = ${late}`)
        const { id } = await begin({ canaryCount: null, tags: ['late'] })
        expect(await gateways(id, '&state=assigned')).toMatchObject([{ gatewayId: late }])
      },
    ],
    [
      'an administrator',
      async (late: string) => {
        await clear(late)
        await assign(fleet().target, late)
      },
    ],
  ])('keeps the firmware that %s assigned it since, when the rollout is retried and stopped', async (_who, assignAgain) => {
    const { id } = await begin({ canaryCount: null, goOnPct: 60 })
    const [late = '', bad = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await fail([bad])
    await report(good)
    await pass(25)
    expect(await advance(id)).toMatchObject({ status: 'finished', assignedCount: 1, failedCount: 1 })
    await assignAgain(late)
    await move(id, 'retry')
    expect((await move(id, 'stop')).body).toMatchObject({ result: { status: 'stopped', assignedCount: 1 } })
    expect(await targetOf(late)).toBe(fleet().target)
  })
})

describe('a gateway that failed and is retried', () => {
  /** Begins a rollout of which one gateway failed; returns both. */
  async function failed() {
    const { id } = await begin({ canaryCount: 3, stopPct: 80 })
    const [bad = '', ...good] = ids(await gateways(id, '&state=assigned'))
    await fail([bad])
    await report(good)
    await advance(id)
    return { id, bad }
  }

  it('is assigned the firmware again, whatever it was assigned before', async () => {
    const { id, bad } = await failed()
    await assign(other, bad)
    await move(id, 'retry')
    await advance(id)
    expect(await gateways(id, '&state=assigned')).toMatchObject([{ gatewayId: bad }])
  })

  it.each([
    ['is assigned another firmware', (bad: string) => assign(other, bad), () => other],
    ['is assigned none', clear, () => null],
  ])('leaves the rollout when it %s by hand while it waits', async (_, change, target) => {
    const { id, bad } = await failed()
    await move(id, 'retry')
    expect((await change(bad)).status).toBe(200)
    await advance(id)
    expect(await gateways(id, '&state=skipped')).toMatchObject([{ gatewayId: bad, code: 'reassigned' }])
    expect(await targetOf(bad)).toBe(target())
  })
})
