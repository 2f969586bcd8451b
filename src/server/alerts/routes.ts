import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import {
  RULE_PREVIEW_NAMED,
  RULE_PREVIEW_PATH,
  rulePreview,
  type RulePreview,
  alertMoves,
  alertPaths,
  bulkMoveBodies,
  moveBodies,
  type AlertMove,
} from '../../contract/alertCalls'
import { alertRules } from '../../contract/alertRules'
import { alerts } from '../../contract/alerts'
import { targetIdsOnce } from '../crud/bulk'
import { outcome, repeatable } from '../crud/bulkDocument'
import { rowOf, tagOf } from '../crud/document'
import { actorOf } from '../auth/guard'
import { answer, readIdempotencyKey } from '../http/conditions'
import { idOf } from '../crud/table'
import type { Queryable } from '../db/database'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { alertHooks } from './alertHooks'
import { hitsOf, type Condition } from './hits'
import { moveAlert, moveAlerts, type Move } from './moves'

/** Routes of alerts and rules beyond CRUD: move one alert or many, and preview what a rule would find now. */
export function alertRoutes(app: FastifyInstance): void {
  for (const move of alertMoves) moveRoutes(app, move)
  const summary = 'Preview the alerts that a rule would raise now'
  const body = { $ref: `${alertRules.name}Draft#` }
  const schema = documented({ tag: tagOf(alertRules), summary, body, answers: { 200: resultOf(rulePreview) } })
  app.post(RULE_PREVIEW_PATH, { schema }, async (request) => ({
    result: await previewRule(app.db, validated(alertRules.draft, request.body)),
  }))
}

const words: Readonly<Record<AlertMove, string>> = { acknowledge: 'Acknowledge', resolve: 'Resolve', snooze: 'Snooze' }

function moveRoutes(app: FastifyInstance, move: AlertMove): void {
  const { db, clock } = app
  const tag = tagOf(alerts)
  const one = documented({
    tag,
    summary: `${words[move]} an alert`,
    params: byId,
    body: jsonSchema(moveBodies[move]),
    answers: { 200: resultOf(rowOf(alerts)) },
  })
  app.post<ById>(routeOf(alertPaths.one(':id', move)), { schema: one }, async (request, reply) => {
    const brought = moveOf(move, validated(moveBodies[move], request.body ?? {}))
    return answer(reply, await moveAlert(db, idOf(alerts, request.params.id), brought, clock(), actorOf(request)))
  })
  const many = documented({
    tag,
    summary: `${words[move]} many alerts`,
    headers: repeatable,
    body: jsonSchema(bulkMoveBodies[move]),
    answers: { 200: resultOf(outcome({})) },
  })
  app.post(alertPaths.many(move), { schema: many }, async (request) => {
    const { ids, filter, expectedCount, ...brought } = validated(bulkMoveBodies[move], request.body)
    const actor = actorOf(request)
    const repeated = readIdempotencyKey(request, actor.userId)
    const writer = { db, resource: alerts, hooks: alertHooks }
    const found = await targetIdsOnce(writer, { ids, filter, expectedCount }, 'nothing was changed', repeated)
    return { result: await moveAlerts(db, found, moveOf(move, brought), clock(), actor, repeated) }
  })
}

function moveOf(type: AlertMove, { note, until }: { readonly note?: unknown; readonly until?: unknown }): Move {
  if (type === 'snooze') return { type, until: typeof until === 'string' ? until : null }
  return { type, note: note === undefined ? undefined : typeof note === 'string' && note !== '' ? note : null }
}

async function previewRule(db: Queryable, rule: Condition & { readonly forS: number }): Promise<RulePreview | undefined> {
  const { rows } = await db.query<RulePreview>(sql`
    with found as materialized (select * from (${await hitsOf(db, rule)}) as hits where in_scope and not stale), lasting as materialized (
      select subject_id as id, name from found
      where not inhibited and coalesce(since + make_interval(secs => ${rule.forS}) <= now(), true)
    )
    select (select count(*) from lasting) as total, (select count(*) from found where inhibited) as inhibited,
      (select coalesce(json_agg(first), '[]') from (select id, name from lasting order by name, id limit ${RULE_PREVIEW_NAMED}) as first) as subjects`)
  return rows[0]
}
