import { alerts } from '../../contract/alerts'
import { parseListQuery, type ListQuery } from '../../contract/list'

/** Alerts that a card names. */
const SHOWN = 5

/** The alerts that wait for somebody, the worst first: what the bell counts and the dashboard lists, by one call. */
export const openAlertsQuery: ListQuery = queryOf({ status: ['open'], snoozed: ['false'] })

/** The alerts of a device that are not over, those of a gateway's sensors among its own. */
export function deviceAlertsQuery(field: 'gatewayId' | 'sensorId', id: string): ListQuery {
  return queryOf({ [field]: [id], status: ['open', 'acknowledged'] })
}

function queryOf(filter: ListQuery['filter']): ListQuery {
  const { query } = parseListQuery(alerts, new URLSearchParams())
  return { ...query, pageSize: SHOWN, filter }
}
