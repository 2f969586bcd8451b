// @module-tag postgres
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { moveRollout } from '../../../src/server/rollouts/moves'
import { heldCommit, lockAwaited } from '../../support/database/heldCommit'
import { rolloutsAt } from '../../support/rows/rollouts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer()
const { create, begin, advance, gateways, move, report, fail } = rolloutsAt(server)

/** Starts a rollout and commits when the returned function is called. */
async function start(id: string): Promise<() => Promise<unknown>> {
  const { rows } = await server.db.query<{ id: string }>(sql`select id from users`)
  const actor = { userId: rows[0]?.id ?? '', requestId: 'start' }
  const event = { type: 'start', reason: null, takeBack: false, needsApproval: false } as const
  return heldCommit(server.db, (held) => moveRollout(held, id, event, actor))
}

it('retries the gateways that a rollout which starts at the same moment leaves', async () => {
  const { id } = await begin({ canaryCount: null, goOnPct: 60 })
  const [taken = '', free = '', ...good] = (await gateways(id, '&state=assigned')).map(({ gatewayId }) => gatewayId)
  await fail([taken, free])
  await report(good)
  expect(await advance(id)).toMatchObject({ status: 'finished', failedCount: 2 })
  await server.db.query(sql`update gateways set tags = '{roof}' where id = ${taken}`)
  const other = await create({ tags: ['roof'], canaryCount: null })

  const commit = await start(other.id)
  const retried = move(id, 'retry')
  await lockAwaited(server.db)
  await commit()
  expect((await retried).body).toMatchObject({ result: { status: 'running', waitingCount: 1, failedCount: 1 } })
  expect(await gateways(id, '&state=waiting')).toMatchObject([{ gatewayId: free }])
  expect(await gateways(other.id)).toMatchObject([{ gatewayId: taken, state: 'waiting' }])
})
