import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Queryable } from '../../../src/server/db/database'
import { begin as beginIn } from '../../../src/server/rollouts/begin'
import { setStatus } from '../../../src/server/rollouts/judge'
import { lockRollout } from '../../../src/server/rollouts/lock'
import { NO_CANARY_LEFT } from '../../../src/server/rollouts/verdict'
import { emptiedServer } from '../../support/server/hooks'
import { rolloutsAt } from '../../support/rows/rollouts'

const server = emptiedServer()
const { call, create, begin, advance, gateways, move, fleet } = rolloutsAt(server)
const ids = (rows: readonly { readonly gatewayId: string }[]) => rows.map(({ gatewayId }) => gatewayId)
/** An administrator assigns these gateways no firmware any more. */
const reassign = (gatewayIds: readonly string[]) =>
  server.db.query(sql`
    update gateways set target_firmware_id = null, target_firmware_at = null where id = any(${gatewayIds}::uuid[])`)

describe('a rollout whose canary is lost', () => {
  it('pauses instead of reaching the first wave, and goes on without it when it is resumed', async () => {
    const { id } = await begin({ canaryCount: 2 })
    const [one = '', other = ''] = ids(await gateways(id, '&state=assigned'))
    await reassign([one])
    expect((await call('DELETE', `/api/v1/gateways/${other}`)).status).toBe(204)
    const paused = { status: 'paused', statusReason: NO_CANARY_LEFT, assignedCount: 0, waitingCount: 8 }
    expect(await advance(id)).toMatchObject(paused)
    expect(await advance(id)).toMatchObject(paused)
    await move(id, 'resume')
    expect(await advance(id)).toMatchObject({ status: 'running', statusReason: null, assignedCount: 8 })
  })

  it('pauses once it is resumed, too, when an administrator had paused it before', async () => {
    const { id } = await begin({ canaryCount: 2 })
    await move(id, 'pause', { reason: 'Lunch' })
    await reassign(ids(await gateways(id, '&state=assigned')))
    expect(await advance(id)).toMatchObject({ status: 'paused', statusReason: 'Lunch', skippedCount: 2 })
    await move(id, 'resume')
    expect(await advance(id)).toMatchObject({ status: 'paused', statusReason: NO_CANARY_LEFT, assignedCount: 0 })
    expect((await move(id, 'stop')).status).toBe(200)
  })

  it('pauses when another rollout takes the canary while it begins', async () => {
    await server.db.query(sql`update gateways set tags = '{lab}' where id = ${fleet().gateways[0]}`)
    const [other, { id }] = [await create(), await create({ canaryCount: null, canaryTag: 'lab' })]
    await server.db.transaction(async (tx) => {
      const rollout = await lockRollout(tx, id, { skipLocked: false })
      if (rollout === null) throw new Error('The rollout is locked')
      expect(await beginIn(taking(tx, other.id, fleet().gateways[0] ?? ''), rollout)).toBe(9)
      await setStatus(tx, id, 'running', null)
    })
    expect(await advance(id)).toMatchObject({ status: 'paused', statusReason: NO_CANARY_LEFT, assignedCount: 0 })
  })
})

/** A transaction in which another rollout takes a gateway just before the first row is stored. */
function taking(tx: Queryable, rolloutId: string, gatewayId: string): Queryable {
  let isFirst = true
  return {
    ...tx,
    async query(statement) {
      if (isFirst && statement.sql.includes('insert into rollout_gateways')) {
        isFirst = false
        await tx.query(sql`
          insert into rollout_gateways (id, rollout_id, gateway_id, state, current)
          values (new_id(), ${rolloutId}, ${gatewayId}, 'waiting', true)`)
      }
      return tx.query(statement)
    },
  }
}
