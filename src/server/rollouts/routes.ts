import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { FirmwareStatus } from '../../contract/gatewayFirmwares'
import {
  groupsOf,
  ROLLOUT_PREVIEW_NAMED,
  rolloutGateways,
  rolloutMoveBody,
  rolloutMoves,
  rolloutPaths,
  rolloutPreview,
  type RolloutMove,
  type RolloutPreview,
} from '../../contract/rolloutCalls'
import { rollouts, type RolloutDraft } from '../../contract/rollouts'
import { listParameters, pageOf, rowOf, tagOf } from '../crud/document'
import { listPage } from '../crud/list'
import { actorOf } from '../auth/guard'
import { answer } from '../http/conditions'
import { idOf, readRow } from '../crud/table'
import { readQuery } from '../crud/routes'
import type { Queryable } from '../db/database'
import { byId, documented, resultOf, routeOf, type ById } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { moveRollout } from './moves'
import { targetsOf } from './targets'

const tag = tagOf(rollouts)
const words: Readonly<Record<RolloutMove, string>> = {
  start: 'Start a rollout',
  approve: 'Approve a rollout as a second administrator',
  pause: 'Pause a rollout',
  resume: 'Resume a rollout',
  stop: 'Stop a rollout, and unassign the firmware from gateways that have not fetched it',
  retry: 'Retry the failed gateways of a rollout, as an additional group',
}

/** Routes of rollouts beyond CRUD: preview, moves, and the list of a rollout's gateways. */
export function rolloutRoutes(app: FastifyInstance): void {
  const { db } = app
  for (const move of rolloutMoves) moveRoute(app, move)
  const body = { $ref: `${rollouts.name}Draft#` }
  const previewing = documented({
    tag,
    summary: 'Preview which gateways a rollout would reach now, and which it would leave out',
    body,
    answers: { 200: resultOf(rolloutPreview) },
  })
  app.post(rolloutPaths.preview, { schema: previewing }, async (request) => ({
    result: await previewRollout(db, validated(rollouts.draft, request.body)),
  }))
  const listing = documented({
    tag,
    summary: 'List the gateways of a rollout',
    params: byId,
    querystring: listParameters(rolloutGateways),
    answers: { 200: pageOf(jsonSchema(rolloutGateways.row, { complete: true })) },
  })
  app.get<ById>(routeOf(rolloutPaths.gateways(':id')), { schema: listing }, async (request) => {
    const id = idOf(rollouts, request.params.id)
    const query = readQuery(rolloutGateways, request)
    await readRow(db, rollouts, id)
    const ofRollout = { ...query, filter: { ...query.filter, rolloutId: [id] } }
    return listPage(db, rolloutGateways, ofRollout, { filters: { rolloutId: () => sql`v.rollout_id = ${id}` } })
  })
}

function moveRoute(app: FastifyInstance, type: RolloutMove): void {
  const { db, settings } = app
  const schema = documented({
    tag,
    summary: words[type],
    params: byId,
    body: jsonSchema(rolloutMoveBody),
    answers: { 200: resultOf(rowOf(rollouts)) },
  })
  app.post<ById>(routeOf(rolloutPaths.move(':id', type)), { schema }, async (request, reply) => {
    const { reason, takeBack = true } = validated(rolloutMoveBody, request.body ?? {})
    const move = { type, reason: reason || null, takeBack, needsApproval: settings.rolloutApproval }
    return answer(reply, await moveRollout(db, idOf(rollouts, request.params.id), move, actorOf(request)))
  })
}

interface LeftOut {
  readonly code: RolloutPreview['leftOut'][number]['code'] | null
  readonly total: number
  readonly canaries: number
  readonly first: RolloutPreview['gateways']
}

async function previewRollout(db: Queryable, draft: RolloutDraft): Promise<RolloutPreview> {
  const { rows } = await db.query<LeftOut>(sql`
    select code, count(*) as total, count(*) filter (where canary) as canaries,
      coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id) filter (where place <= ${ROLLOUT_PREVIEW_NAMED}), '[]') as first
    from (
      select target.*, row_number() over (partition by code order by name, id) as place from (${targetsOf(draft, null)}) as target
    ) as placed
    group by code order by total desc, code`)
  const firmware = await db.query<{ status: FirmwareStatus }>(sql`
    select status from gateway_firmwares where id = ${draft.firmwareId}`)
  const ready = rows.find(({ code }) => code === null)
  const total = ready?.total ?? 0
  return {
    ready: total,
    gateways: ready?.first ?? [],
    groups: [...groupsOf(total, Math.min(total, draft.canaryCount ?? ready?.canaries ?? 0), draft.waves)],
    leftOut: rows.flatMap(({ code, total: gatewaysCount, first }) =>
      code === null ? [] : [{ code, gatewaysCount, gateways: first }],
    ),
    firmwareStatus: firmware.rows[0]?.status,
  }
}
