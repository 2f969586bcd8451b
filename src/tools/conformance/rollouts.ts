import type { AnyObject } from 'yup'
import { DAY_MS } from '../../contract/durations'
import { rolloutGateways, rolloutPaths, rolloutPreview } from '../../contract/rolloutCalls'
import { rollouts } from '../../contract/rollouts'
import { createPath } from '../../contract/resource'
import { namesMoves } from './alerting'
import { rowOf, type Bench, type Row } from './bench'
import { fittingFirmware } from './firmware'
import {
  envelopeFaults,
  excerpt,
  expectingJson,
  hasEtag,
  hasResult,
  listFaults,
  namesFields,
  objectOf,
  refused,
  resultOf,
  type Judge,
  type Shape,
} from './judge'
import { listOf, NOBODY } from './reading'
import { holds } from './rows'
import { requiredFields } from './samples'

const YEAR_MS = 365 * DAY_MS

interface Plan {
  readonly gateway: Row
  readonly body: AnyObject
}

/** Plans a rollout that reaches one gateway of this run and no other, in a year; null when its firmware could not be made. */
async function planned(bench: Bench): Promise<Plan | null> {
  const fitting = await fittingFirmware(bench)
  const draft = await bench.draft(rollouts)
  if (fitting === null || draft === null) return null
  const { firmware, gateway } = fitting
  const scope = { hardwareIds: [gateway['hardwareId']], tags: [], fromFirmwareIds: [], updateChannel: null, canaryTag: null }
  const start = { startAt: new Date(Date.now() + YEAR_MS).toISOString(), canaryCount: 1, waves: [] }
  return { gateway, body: { ...draft, firmwareId: firmware.id, ...scope, ...start } }
}

/** Checks which gateways a rollout would reach, without a rollout. */
export async function rolloutPreviewed(bench: Bench): Promise<void> {
  const plan = await planned(bench)
  const expects = 'the gateways that the rollout would reach, and its groups'
  if (plan === null) return bench.leave('POST', rolloutPaths.preview, expects, 'no released firmware could be made')
  const { gateway, body } = plan
  const isReached: Judge = (answer) => {
    const { ready, gateways } = objectOf(resultOf(answer.body))
    const ids = listOf(gateways).map((one) => objectOf(one)['id'])
    return ready === 1 && ids.join() === gateway.id ? [] : [`ready is ${excerpt(ready)}, and gateways names ${excerpt(ids)}`]
  }
  const judge = expectingJson(200, hasResult(rolloutPreview as Shape), isReached)
  await bench.ask('POST', rolloutPaths.preview, { expects, judge }, { body })
  const required = refused(422, 'invalid', namesFields(...requiredFields(rollouts.draft)))
  const incomplete = { expects: 'a refusal that names what is required', judge: required }
  await bench.ask('POST', rolloutPaths.preview, incomplete, { body: {} })
}

/** Moves a rollout that begins in a year, so that no gateway is assigned anything. */
export async function rolloutMoves(bench: Bench): Promise<void> {
  const plan = await planned(bench)
  const { backend, bearer } = bench
  const made = plan && (await backend.send('POST', createPath(rollouts), { bearer, body: plan.body }))
  const rollout = made && rowOf(made)
  const expects = 'the rollout, scheduled for its time'
  if (rollout === null) return bench.leave('POST', rolloutPaths.move('{id}', 'start'), expects, 'no rollout could be made')
  bench.keep(rollouts, rollout.id)
  const moved = (status: string) => expectingJson(200, hasResult(rollouts.row), hasEtag, holds({ id: rollout.id, status }))
  const move = (name: Parameters<typeof rolloutPaths.move>[1], words: string, judge: Judge) =>
    bench.ask('POST', rolloutPaths.move(rollout.id, name), { expects: words, judge }, { body: {} })
  await move('pause', 'a refusal with the moves that there are: it is a draft', refused(409, 'illegal_move', namesMoves('start')))
  if ((await move('start', expects, moved('scheduled'))) === null) return
  await move('start', 'a refusal with the moves that there are: it is started', refused(409, 'illegal_move', namesMoves('stop')))
  await bench.ask('GET', rolloutPaths.gateways(rollout.id), {
    expects: 'a page of its gateways: none is chosen before it begins',
    judge: expectingJson(200, isEmptyPage),
  })
  await move('stop', 'the rollout, stopped', moved('stopped'))
  await move('resume', 'a refusal: it is over', refused(409, 'illegal_move', namesMoves()))
  for (const [method, path] of [
    ['POST', rolloutPaths.move(NOBODY, 'start')],
    ['GET', rolloutPaths.gateways(NOBODY)],
  ] as const)
    await bench.ask(method, path, { expects: 'a refusal: there is no such rollout', judge: refused(404, 'not_found') })
}

const isEmptyPage: Judge = ({ body }) => [
  ...listFaults(rolloutGateways.row as Shape, resultOf(body)),
  ...envelopeFaults(body, ['result', 'meta']),
  ...(objectOf(objectOf(body)['meta'])['total'] === 0 ? [] : [`meta is ${excerpt(objectOf(body)['meta'])}`]),
]
