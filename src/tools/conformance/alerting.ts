import { RULE_PREVIEW_PATH, rulePreview, alertMoves, alertPaths } from '../../contract/alertCalls'
import { alertRules } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { channelPaths, delivery, signingSecret } from '../../contract/channelCalls'
import { notificationChannels } from '../../contract/notificationChannels'
import { createPath } from '../../contract/resource'
import { rowOf, type Bench } from './bench'
import {
  excerpt,
  expectingJson,
  hasResult,
  hasResults,
  namesFields,
  objectOf,
  refused,
  resultOf,
  type Judge,
  type Shape,
} from './judge'
import { listOf, NOBODY } from './reading'
import { requiredFields } from './samples'

/** Checks what a rule would raise now, without a rule. */
export async function rulePreviewed(bench: Bench): Promise<void> {
  const body = await bench.draft(alertRules)
  if (body === null) return
  const judge = expectingJson(200, hasResult(rulePreview as Shape))
  await bench.ask(
    'POST',
    RULE_PREVIEW_PATH,
    { expects: 'how many alerts the rule would raise now, and of what', judge },
    { body },
  )
  const fields = requiredFields(alertRules.draft)
  await bench.ask(
    'POST',
    RULE_PREVIEW_PATH,
    { expects: 'a refusal that names what is required', judge: refused(422, 'invalid', namesFields(...fields)) },
    { body: {} },
  )
}

/** Sends only moves that must be refused: rules raise alerts, and a move of somebody's alert could not be taken back. */
export async function alertMovesRefused(bench: Bench): Promise<void> {
  const isUnknown = refused(404, 'not_found')
  for (const move of alertMoves) {
    const payload = move === 'snooze' ? { until: null } : { note: 'Conformance' }
    const unknown = { expects: 'a refusal: there is no such alert', judge: isUnknown }
    await bench.ask('POST', alertPaths.one(NOBODY, move), unknown, { body: payload })
    const failed: Judge = ({ body }) => {
      const { done, failed } = objectOf(resultOf(body))
      const { id, code } = objectOf(listOf(failed)[0])
      return done === 0 && id === NOBODY && code === 'not_found' ? [] : [`result is ${excerpt(resultOf(body))}`]
    }
    const many = { expects: 'that no alert was changed, and why', judge: expectingJson(200, failed) }
    await bench.ask('POST', alertPaths.many(move), many, { body: { ids: [NOBODY], ...payload } })
  }
  const endless = { expects: 'a refusal that names until', judge: refused(422, 'invalid', namesFields('until')) }
  await bench.ask('POST', alertPaths.one(NOBODY, 'snooze'), endless, { body: {} })
  const over = 'a refusal with the moves that there are: it is resolved already'
  const resolved = (await bench.rows(alerts)).find(({ status }) => status === 'resolved')
  if (resolved === undefined)
    return bench.leave('POST', alertPaths.one('{id}', 'resolve'), over, 'there is no alert that is resolved')
  const judge = refused(409, 'illegal_move', namesMoves())
  await bench.ask('POST', alertPaths.one(resolved.id, 'resolve'), { expects: over, judge }, { body: {} })
}

/** Expects the refusal of a move to name at least these that are possible. */
export function namesMoves(...moves: readonly string[]): Judge {
  return ({ body }) => {
    const named = objectOf(body)['moves']
    return Array.isArray(named) && moves.every((move) => named.includes(move)) ? [] : [`moves is ${excerpt(named)}`]
  }
}

/** Checks a channel's test message, its list of messages, and its secret. No message goes out: names in .invalid are reserved. */
export async function channelMessages(bench: Bench): Promise<void> {
  const draft = await bench.draft(notificationChannels)
  const body = { ...draft, kind: 'webhook', url: 'https://conformance.invalid/' }
  const { backend, bearer } = bench
  const channel = rowOf(await backend.send('POST', createPath(notificationChannels), { bearer, body }))
  const expects = 'the message, and what became of it'
  if (channel === null) return bench.leave('POST', channelPaths.test('{id}'), expects, 'no channel could be made')
  bench.keep(notificationChannels, channel.id)
  const sent = await bench.ask('POST', channelPaths.test(channel.id), {
    expects,
    judge: expectingJson(200, hasResult(delivery as Shape), isTest),
  })
  const { id } = objectOf(resultOf(sent?.body))
  const isFirst: Judge = (answer) =>
    sent === null || objectOf(listOf(resultOf(answer.body))[0])['id'] === id ? [] : ['the test message is not the first']
  await bench.ask('GET', channelPaths.deliveries(channel.id), {
    expects: 'its last messages, newest first',
    judge: expectingJson(200, hasResults(delivery as Shape), isFirst),
  })
  await bench.ask('POST', channelPaths.secret(channel.id), {
    expects: 'the secret that signs its messages',
    judge: expectingJson(201, hasResult(signingSecret as Shape)),
  })
  for (const [method, path] of [
    ['POST', channelPaths.test(NOBODY)],
    ['GET', channelPaths.deliveries(NOBODY)],
  ] as const)
    await bench.ask(method, path, { expects: 'a refusal: there is no such channel', judge: refused(404, 'not_found') })
}

const isTest: Judge = ({ body }) => {
  const { kind, status } = objectOf(resultOf(body))
  return kind === 'test' && status !== 'sent' ? [] : [`kind and status are ${excerpt([kind, status])}: it cannot be sent there`]
}
