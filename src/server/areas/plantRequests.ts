import sql, { raw, type Sql } from 'sql-template-tag'
import { moved } from '../../../machines/plantRequestMachine'
import { plantRequests, proposedDraft, type PlantRequestDraft, type PlantRequestStatus } from '../../contract/plantRequests'
import type { Actor } from '../activity/audit'
import type { AreaHooks } from '../crud/hooks'
import type { OrderNeeds } from '../crud/order'
import type { Row, Values } from '../crud/table'
import { same } from '../crud/write'
import { invalid, refusal } from '../http/problems'
import { eventTo, statusOf } from './plantRequestMoves'

/**
 * Counts open requests by name, for only as many names as the list's first `most` rows need: each name has at least as many rows as its
 * count.
 */
function countDemand({ most, descending }: OrderNeeds): Sql {
  const counted = sql`select name_key, count(*) as n from plant_requests where is_open_request(status) group by name_key`
  if (most === null) return counted
  return sql`
    select name_key, n
    from (
      select name_key, n, sum(n) over (
        order by n ${raw(descending ? 'desc' : 'asc')} range between unbounded preceding and 1 preceding
      ) as before
      from (${counted}) counted
    ) ranked
    where coalesce(before, 0) < ${most}`
}

/** Plant requests: status changes follow the machine; settled requests are immutable. */
export const plantRequestHooks: AreaHooks = {
  orders: {
    demandCount: (source, needs) => [
      // An open request counts itself.
      {
        where: sql`not is_open_request(v.status) and not exists (
          select from plant_requests d where d.name_key = v.name_key and is_open_request(d.status)
        )`,
      },
      { from: sql`(${countDemand(needs)}) demand join ${source} v on v.name_key = demand.name_key`, by: sql`demand.n` },
    ],
  },
  filters: {
    sameNameAs: (ids) => sql`v.name_key in (select name_key from plant_requests where id = any(${ids}::uuid[]))`,
  },
  // Many rows of a page request the same plant.
  counts: {
    demandCount: (page) => sql`
      with on_page as materialized (select id, name_key from plant_requests where id in (select id from ${page}))
      select on_page.id, demand.n
      from (
        select name_key, count(*) as n from plant_requests
        where is_open_request(status) and name_key in (select name_key from on_page) group by name_key
      ) demand join on_page on on_page.name_key = demand.name_key`,
  },
  async check(_tx, values, before, actor) {
    if (before === null) return {}
    const [from, to] = [statusOf(before), statusOf(values)]
    if (from === to) return refuseUnmoved(from, values, before)
    const event = eventTo(from, to, values)
    if (event.type === 'publish')
      throw refusal(409, 'conflict', 'A plant request is published by POST /api/v1/plant_requests/publish/{id}')
    // The contract has validated the other reasons and their notes.
    if (moved(from, event) !== to) throw invalid(new Map([['duplicateOfPlantId', 'Choose the plant that it duplicates']]))
    return settled(to, values, actor)
  },
}

/** Sets the reviewer and the time of the decision; reopening clears the earlier decision. */
function settled(to: PlantRequestStatus, values: Values, { userId }: Actor): Values {
  const rejected = to === 'rejected'
  return {
    ...(!rejected && { draft: proposedDraft(values as PlantRequestDraft) }),
    reviewerId: userId,
    decidedAt: rejected || to === 'approved' ? sql`now()` : null,
    ...(!rejected && { rejectionReason: null, rejectionNote: null }),
    ...(!(rejected && values['rejectionReason'] === 'duplicate') && { duplicateOfPlantId: null }),
  }
}

const rejection = ['rejectionReason', 'rejectionNote', 'duplicateOfPlantId'] as const

/** Refuses changes of settled requests, and a rejection's fields on an open one. */
function refuseUnmoved(status: PlantRequestStatus, values: Values, before: Row): void {
  if (status === 'published' || status === 'rejected') {
    const changed = Object.keys(plantRequests.draft.fields).some((field) => !same(values[field], before[field]))
    if (changed) throw refusal(409, 'conflict', closed[status])
    return
  }
  const rejectionFields = rejection.filter((field) => (values[field] ?? null) !== null)
  if (rejectionFields.length > 0)
    throw invalid(new Map(rejectionFields.map((field) => [field, 'Only a rejected plant request can have this'])))
}

const closed = {
  published: 'This plant request is published: change its plant instead',
  rejected: 'This plant request is rejected: start its review again to change it',
} as const
