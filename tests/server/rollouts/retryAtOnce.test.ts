// @module-tag postgres
import sql from 'sql-template-tag'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/server/db/database'
import { moveRollout } from '../../../src/server/rollouts/moves'
import { rolloutsAt } from '../../support/rows/rollouts'
import { emptiedServer } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = emptiedServer()
const { create, begin, advance, gateways, move, report, fail } = rolloutsAt(server)

/** Starts a rollout and commits when the returned function is called. */
async function start(id: string): Promise<() => Promise<unknown>> {
  const [ready, go] = [signal(), signal()]
  onTestFinished(() => go.give())
  const db: Database = {
    ...server.db,
    transaction: (work) =>
      server.db.transaction(async (tx) => {
        const outcome = await work(tx)
        ready.give()
        await go.given
        return outcome
      }),
  }
  const { rows } = await server.db.query<{ id: string }>(sql`select id from users`)
  const actor = { userId: rows[0]?.id ?? '', requestId: 'start' }
  const started = moveRollout(db, id, { type: 'start', reason: null, takeBack: false, needsApproval: false }, actor)
  await Promise.race([ready.given, started])
  return () => {
    go.give()
    return started
  }
}

/** Resolves when a statement waits for a lock. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const { rows } = await server.db.query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(1)
    },
    { timeout: 3000 },
  )

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
  await waiting()
  await commit()
  expect((await retried).body).toMatchObject({ result: { status: 'running', waitingCount: 1, failedCount: 1 } })
  expect(await gateways(id, '&state=waiting')).toMatchObject([{ gatewayId: free }])
  expect(await gateways(other.id)).toMatchObject([{ gatewayId: taken, state: 'waiting' }])
})
