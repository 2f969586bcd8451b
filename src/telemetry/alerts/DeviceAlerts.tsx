import { listPath } from '../../crud/model/paths'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { useSomeAlertsQuery } from './alertsApi'
import { AlertsList } from './AlertsList'
import { deviceAlertsQuery } from './openAlerts'

interface DeviceAlertsProps {
  readonly field: 'gatewayId' | 'sensorId'
  readonly id: string
}

/** The open alerts of a device; renders nothing without any. */
export function DeviceAlerts({ field, id }: DeviceAlertsProps) {
  const { currentData } = useSomeAlertsQuery(deviceAlertsQuery(field, id), { refetchOnMountOrArgChange: 30 })
  if (currentData === undefined || currentData.result.length === 0) return null
  return (
    <Card
      title="Alerts"
      flush
      actions={
        <Link className="link" href={listPath('alerts', { [field]: id })}>
          All alerts
        </Link>
      }
    >
      <AlertsList alerts={currentData.result} />
    </Card>
  )
}
