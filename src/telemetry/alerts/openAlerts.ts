import { alerts } from '../../contract/alerts'
import { parseListQuery, type ListQuery } from '../../contract/list'

/** Maximum of alerts on a card. */
const ALERTS_SHOWN = 5

/** The open alerts, the worst first: one query for both the bell's count and the dashboard's list. */
export const openAlertsQuery: ListQuery = queryOf({ status: ['open'], snoozed: ['false'] })

/** The filter for the alerts of a gateway, sensor or rollout. */
export type SubjectField = 'gatewayId' | 'sensorId' | 'rolloutId'

/** The unresolved alerts of a subject; a gateway's include those of its sensors. */
export function subjectAlertsQuery(field: SubjectField, id: string): ListQuery {
  return queryOf({ [field]: [id], status: ['open', 'acknowledged'] })
}

function queryOf(filter: ListQuery['filter']): ListQuery {
  const { query } = parseListQuery(alerts, new URLSearchParams())
  return { ...query, pageSize: ALERTS_SHOWN, filter }
}
