import { expect, it } from 'vitest'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { advanceRollouts } from '../../../src/server/rollouts/advance'
import { emptiedServer } from '../../support/server/hooks'
import { ruleDraft } from '../../support/rows/rows'
import { rolloutsAt } from '../../support/rows/rollouts'

const server = emptiedServer()
const { begin, call, create, advance, fail, fleet, gateways, move } = rolloutsAt(server)

const addRule = (changes: Parameters<typeof ruleDraft>[0]) =>
  call('POST', '/api/v1/alert_rules/register', { body: ruleDraft(changes) })

/** Begins a rollout whose canary fails, so that it stops itself. */
async function beginFailing() {
  const rollout = await begin({ canaryCount: 2 })
  await fail((await gateways(rollout.id, '&state=assigned')).map(({ gatewayId }) => gatewayId))
  await advanceRollouts(server.db)
  return rollout
}

interface Raised {
  readonly title: string
  readonly subject: string
  readonly subjectId: string
}
async function raised(): Promise<readonly Raised[]> {
  await judgeAlerts(server.db)
  return (await call<{ result: Raised[] }>('GET', '/api/v1/alerts?sort=title')).body.result
}

it('raises an alert for each gateway that failed, and one for itself when it has stopped itself', async () => {
  for (const kind of ['firmware_failed', 'rollout_stopped'] as const) await addRule({ name: kind, kind })
  const { id, name } = await beginFailing()
  const [stopped, ...updates] = await raised()
  expect(stopped).toMatchObject({ title: `${name} stopped by itself`, subject: 'Rollout', subjectId: id })
  expect(updates.map(({ title }) => title.replace(/\d/, '#'))).toEqual(Array(2).fill('Roof # did not install its firmware'))
})

it('raises none for itself by a rule for other gateways than those it reached', async () => {
  await addRule({ kind: 'rollout_stopped', tags: ['cellar'] })
  await beginFailing()
  expect(await raised()).toEqual([])
})

it('raises one by a rule for some gateways when it stopped before it reached any', async () => {
  await addRule({ kind: 'rollout_stopped', tags: ['roof'] })
  const { id } = await create({ startAt: new Date(Date.now() + 3_600_000).toISOString() })
  await move(id, 'start')
  await call('POST', `/api/v1/gateway_firmwares/${fleet().target}/status`, { body: { status: 'revoked', reason: 'Overheats' } })
  expect(await advance(id)).toMatchObject({ status: 'stopped' })
  expect(await raised()).toMatchObject([{ subject: 'Rollout', subjectId: id }])
})
