import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { v7 as uuid } from 'uuid'
import { channelPaths, DELIVERIES_MAX, delivery, signingSecret, type Delivery } from '../../contract/channelCalls'
import { notificationChannels } from '../../contract/notificationChannels'
import { audit, type Actor } from '../activity/audit'
import { tagOf } from '../crud/document'
import { channelTestBudgets } from '../auth/budgets'
import { actorOf, principalOf } from '../auth/guard'
import { spend } from '../auth/throttle'
import { idOf, notFound, readRow } from '../crud/table'
import type { Database, Queryable } from '../db/database'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import type { Settings } from '../process/settings'
import { sendNow } from './sender'
import { signingSecretOf } from './secrets'

const tag = tagOf(notificationChannels)

/** Routes of channels beyond CRUD: send a test message, list the last messages, create the secret that signs a webhook's messages. */
export function channelRoutes(app: FastifyInstance): void {
  const { db, settings, clock } = app
  const testing = documented({
    tag,
    summary: 'Send a test message now, and return its outcome',
    params: byId,
    answers: { 200: resultOf(jsonSchema(delivery, { complete: true })) },
  })
  app.post<ById>(routeOf(channelPaths.test(':id')), { schema: testing }, async (request) => {
    const channelId = idOf(notificationChannels, request.params.id)
    await readRow(db, notificationChannels, channelId)
    await spend(db, channelTestBudgets(principalOf(request).userId), clock())
    const id = await sendNow(app, channelId)
    const result = (await deliveriesOf(db, channelId)).find((each) => each.id === id)
    // The channel was deleted while the message was being sent.
    if (result === undefined) throw notFound(notificationChannels)
    return { result }
  })
  const listing = documented({
    tag,
    summary: `List the last ${DELIVERIES_MAX} messages of a channel, newest first`,
    params: byId,
    answers: { 200: resultOf({ type: 'array', items: jsonSchema(delivery, { complete: true }) }) },
  })
  app.get<ById>(routeOf(channelPaths.deliveries(':id')), { schema: listing }, async (request) => {
    const channelId = idOf(notificationChannels, request.params.id)
    await readRow(db, notificationChannels, channelId)
    return { result: await deliveriesOf(db, channelId) }
  })
  const making = documented({
    tag,
    summary: 'Create the secret that signs webhook messages; it replaces the earlier one',
    params: byId,
    answers: { 201: resultOf(signingSecret) },
  })
  app.post<ById>(routeOf(channelPaths.secret(':id')), { schema: making, compress: false }, async (request, reply) => {
    const secret = await makeSecret(db, settings, idOf(notificationChannels, request.params.id), actorOf(request))
    return reply.code(201).send({ result: { secret } })
  })
}

async function deliveriesOf(db: Queryable, channelId: string): Promise<Delivery[]> {
  const { rows } = await db.query<Delivery>(sql`
    select id, kind, status, created_at as "createdAt", alerts_count as "alertsCount", attempts, next_at as "nextAt",
      case when status <> 'waiting' then ended_at end as "endedAt", answer_status as "answerStatus", answer, took_ms as "tookMs"
    from alert_deliveries_view where channel_id = ${channelId} order by id desc limit ${DELIVERIES_MAX}`)
  return rows
}

/** Replaces a channel's signing secret. Only its id is stored, and no other route returns it. Throws 404. */
function makeSecret(db: Database, settings: Settings, channelId: string, actor: Actor): Promise<string> {
  const secretId = uuid()
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql`
      update notification_channels set secret_id = ${secretId}, secret_created_at = now(), version = version + 1, updated_at = now()
      where id = ${channelId}`)
    if (rowCount === 0) throw notFound(notificationChannels)
    await audit(tx, { ...actor, action: 'secret_made', subject: notificationChannels.name, subjectId: channelId })
    return signingSecretOf(settings, secretId)
  })
}
