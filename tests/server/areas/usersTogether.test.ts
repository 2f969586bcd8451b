import sql from 'sql-template-tag'
import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BulkUpdateOutcome } from '../../../src/contract/bulk'
import { get, GUARDED, iris, register } from '../../support/server/accounts'
import { callWith, type Call } from '../../support/server/calls'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open' })
let call: Call
let admin: string

beforeEach(async () => {
  admin = await server.signIn()
  call = callWith(server, admin)
})

const bulk = async (body: object, by = call): Promise<BulkUpdateOutcome> => {
  const answer = await by<{ result: BulkUpdateOutcome }>('POST', '/api/v1/users/bulk_update', { body })
  expect(answer.status).toBe(200)
  return answer.body.result
}

/** Inserts `many` more active accounts. */
async function crowd(many: number): Promise<void> {
  const ids = Array.from({ length: many }, () => newId())
  await server.db.query(sql`
    insert into users (id, created_at, updated_at, first_name, fullname, email, email_key)
    select id, now(), now(), 'Fern', 'Fern ' || n, 'fern' || n || '@example.com', 'fern' || n || '@example.com'
    from unnest(${ids}::uuid[]) with ordinality as made (id, n)`)
}

async function everybody(): Promise<string[]> {
  const { rows } = await server.db.query<{ id: string }>(sql`select id from users order by id`)
  return rows.map(({ id }) => id)
}

async function stillActive(): Promise<string[]> {
  const { rows } = await server.db.query<{ id: string }>(sql`select id from users where active order by id`)
  return rows.map(({ id }) => id)
}

/** Returns the users whose deactivation is in the audit log. */
async function loggedOut(): Promise<string[]> {
  const { rows } = await server.db.query<{ id: string }>(sql`
    select subject_id as id from audit_entries
    where subject = 'User' and action = 'updated' and before ->> 'active' = 'true' and after ->> 'active' = 'false' order by 1`)
  return rows.map(({ id }) => id)
}

describe('deactivating all users at once', () => {
  it.each([3, 250])('leaves one, reports that one, and logs the others, when there are %i more', async (many) => {
    await crowd(many)
    const ids = await everybody()
    const { done, failed, changed } = await bulk({ ids, set: { active: false } })
    const [last, ...others] = failed
    expect([last?.code, others]).toEqual(['last_admin', []])
    expect(await stillActive()).toEqual([last?.id])
    const deactivated = ids.filter((id) => id !== last?.id)
    expect([done, changed.map(({ id }) => id).toSorted(), await loggedOut()]).toEqual([many, deactivated, deactivated])
    expect(new Set(changed.map(({ version }) => version))).toEqual(new Set([2]))
  })

  it('leaves one when they are named by a filter', async () => {
    await crowd(4)
    const { failed } = await bulk({ filter: { active: 'true' }, expectedCount: 5, set: { active: false } })
    expect(failed.map(({ code }) => code)).toEqual(['last_admin'])
    expect(await stillActive()).toEqual([failed[0]?.id])
  })

  it('leaves one when each is a separate change', async () => {
    await crowd(4)
    const changes = (await everybody()).map((id) => ({ id, version: 1, set: { active: false } }))
    const { failed } = await bulk({ changes })
    expect(failed.map(({ code }) => code)).toEqual(['last_admin'])
    expect(await stillActive()).toEqual([failed[0]?.id])
  })

  it('deactivates the last one when the same list reactivates another before', async () => {
    await crowd(1)
    const [first = '', second = ''] = await everybody()
    await bulk({ ids: [second], set: { active: false } })
    const changes = [
      { id: second, version: 2, set: { active: true } },
      { id: first, version: 1, set: { active: false } },
    ]
    expect(await bulk({ changes })).toMatchObject({ done: 2, failed: [] })
    expect(await stillActive()).toEqual([second])
  })

  it('ends the sessions of deactivated users only', async () => {
    const theirs = await register(server)
    const { rows } = await server.db.query<{ id: string }>(sql`select id from users where email = ${iris.email}`)
    const hers = rows[0]?.id ?? ''
    const ids = [...(await everybody()).filter((id) => id !== hers), hers]
    const { failed } = await bulk({ ids, set: { active: false } })
    expect(failed.map(({ id }) => id)).toEqual([hers])
    expect((await get(server, GUARDED, theirs)).status).toBe(200)
    expect((await get(server, GUARDED, admin)).status).toBe(401)
  })

  it('leaves one when two callers at once deactivate a half each', async () => {
    for (let round = 0; round < 4; round += 1) {
      await server.truncate()
      call = callWith(server, await server.signIn())
      await crowd(6)
      // Each caller deactivates the half with the own account, so that the second one still has a session.
      const iriss = callWith(server, await register(server))
      const ids = await everybody()
      const outcomes = await Promise.all([
        bulk({ ids: ids.slice(0, 4), set: { active: false } }),
        bulk({ ids: ids.slice(4), set: { active: false } }, iriss),
      ])
      const failed = outcomes.flatMap((outcome) => outcome.failed)
      const active = await stillActive()
      expect(active).toHaveLength(1)
      expect(failed).toEqual([
        { id: active[0], code: 'last_admin', message: expect.stringContaining('last active administrator') },
      ])
      expect(await loggedOut()).toEqual(ids.filter((id) => id !== active[0]))
    }
  })

  it('leaves one when a bulk call and a save at once deactivate one of two each', async () => {
    for (let round = 0; round < 4; round += 1) {
      await server.truncate()
      call = callWith(server, await server.signIn())
      await crowd(1)
      const [first = '', second = ''] = await everybody()
      const body = { ids: [first], set: { active: false } }
      const [listed, saved] = await Promise.all([
        call<{ result?: BulkUpdateOutcome; code?: string }>('POST', '/api/v1/users/bulk_update', { body }),
        call('PUT', `/api/v1/users/${second}`, { body: { active: false } }),
      ])
      expect(await stillActive()).toHaveLength(1)
      const refused = [listed.body.code, listed.body.result?.failed[0]?.code, saved.body.code].filter(
        (code) => code !== undefined,
      )
      // The one whose session ends first may be refused as unauthenticated.
      expect([['last_admin'], ['unauthenticated']]).toContainEqual(refused)
    }
  })
})
