import { useSomeAlertsQuery } from '../../telemetry/alerts/alertsApi'
import { openAlertsQuery } from '../../telemetry/alerts/openAlerts'

/** A larger count is shown as 99+. */
const COUNT_MAX = 99

/** The number of open alerts, updated by live changes; renders nothing for none. */
export function BellCount() {
  const { data } = useSomeAlertsQuery(openAlertsQuery)
  const total = data?.meta.total ?? 0
  if (total === 0) return null
  const isCritical = data?.result[0]?.severity === 'critical'
  return (
    <span className="bell-count" data-critical={isCritical || undefined}>
      <span className="sr-only">: </span>
      {total > COUNT_MAX ? `${COUNT_MAX}+` : total}
    </span>
  )
}
