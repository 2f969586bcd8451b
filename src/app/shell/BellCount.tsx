import { useSomeAlertsQuery } from '../../telemetry/alerts/alertsApi'
import { openAlertsQuery } from '../../telemetry/alerts/openAlerts'

/** More than this is said as so many and more. */
const MOST = 99

/** How many alerts wait for somebody; live changes bring it up to date. Nothing where there are none. */
export function BellCount() {
  const { data } = useSomeAlertsQuery(openAlertsQuery)
  const total = data?.meta.total ?? 0
  if (total === 0) return null
  const isCritical = data?.result[0]?.severity === 'critical'
  return (
    <span className="bell-count" data-critical={isCritical || undefined}>
      <span className="sr-only">: </span>
      {total > MOST ? `${MOST}+` : total}
    </span>
  )
}
