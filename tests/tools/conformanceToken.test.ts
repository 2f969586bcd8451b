import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { humidityGroups } from '../../src/contract/humidityGroups'
import { backendAt } from '../../src/tools/conformance/backend'
import type { Chapter } from '../../src/tools/conformance/bench'
import { checkBackend } from '../../src/tools/conformance/run'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'

const server = oneServer()

it('the conformance check replaces its token once half of its lifetime is over, deletes its rows, and ends its session', async () => {
  await server.signIn()
  const live = sql`select count(*) as count from sessions where ended_at is null`
  const { rows: before } = await server.db.query(live)
  const bearers: string[] = []
  /** A chapter that makes a row and takes so many lifetimes of a token. */
  const taking = (lifetimes: number): Chapter => ({
    name: 'takes its time',
    async run(bench) {
      bearers.push(bench.bearer)
      expect(await bench.make(humidityGroups)).not.toBeNull()
      server.clock.advance(lifetimes * server.settings.accessTokenS * 1000)
    },
  })
  const outcomes = await checkBackend({
    backend: backendAt(server.settings.publicUrl, server.fetch, 30_000),
    account: ADMIN,
    areas: [{ name: 'long', chapters: [0.4, 0.4, 0.6, 1.2].map(taking) }],
    readOnly: false,
    now: () => server.clock.now.getTime(),
  })
  expect(bearers.map((bearer) => bearers.indexOf(bearer))).toEqual([0, 0, 2, 3])
  expect(outcomes.left).toEqual([])
  expect((await server.db.query(live)).rows).toEqual(before)
})
