import { alerts, type Alert } from '../../contract/alerts'
import { firstRows, type ListQuery, type Page } from '../../contract/list'
import { listPath } from '../../crud/model/paths'
import { totalWords } from '../../crud/model/words'

/** Maximum of alerts on a card. */
const ALERTS_SHOWN = 5

/** The open alerts, the worst first: one query for both the bell's count and the dashboard's list. */
export const openAlertsQuery = firstRows(alerts, ALERTS_SHOWN, { filter: { status: ['open'], snoozed: ['false'] } })

/** The filter for the alerts of a gateway, sensor or rollout. */
export type SubjectField = 'gatewayId' | 'sensorId' | 'rolloutId'

const unresolved = ['open', 'acknowledged']

/** The unresolved alerts of a subject; a gateway's include those of its sensors. */
export function subjectAlertsQuery(field: SubjectField, id: string): ListQuery {
  return firstRows(alerts, ALERTS_SHOWN, { filter: { [field]: [id], status: unresolved } })
}

/** The path of the list of these alerts. */
export function subjectAlertsPath(field: SubjectField, id: string): string {
  return listPath('alerts', [[field, id], ...unresolved.map((status) => ['status', status])])
}

/** The words of a card's link to all of its alerts: "All 12", and "All alerts" where it shows none. */
export function allWords(page: Page<Alert> | undefined): string {
  return page === undefined || page.result.length === 0 ? 'All alerts' : `All ${totalWords(page.meta)}`
}
