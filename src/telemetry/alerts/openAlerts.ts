import { alerts } from '../../contract/alerts'
import { firstRows, type ListQuery } from '../../contract/list'

/** Maximum of alerts on a card. */
const ALERTS_SHOWN = 5

/** The open alerts, the worst first: one query for both the bell's count and the dashboard's list. */
export const openAlertsQuery = firstRows(alerts, ALERTS_SHOWN, { filter: { status: ['open'], snoozed: ['false'] } })

/** The filter for the alerts of a gateway, sensor or rollout. */
export type SubjectField = 'gatewayId' | 'sensorId' | 'rolloutId'

/** The unresolved alerts of a subject; a gateway's include those of its sensors. */
export function subjectAlertsQuery(field: SubjectField, id: string): ListQuery {
  return firstRows(alerts, ALERTS_SHOWN, { filter: { [field]: [id], status: ['open', 'acknowledged'] } })
}
