import { listPath } from '../../crud/model/paths'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { useSomeAlertsQuery } from './alertsApi'
import { AlertsList } from './AlertsList'
import { subjectAlertsQuery, type SubjectField } from './openAlerts'

interface SubjectAlertsProps {
  readonly field: SubjectField
  readonly id: string
}

/** The open alerts of a gateway, sensor or rollout; renders nothing without any. */
export function SubjectAlerts({ field, id }: SubjectAlertsProps) {
  const { currentData } = useSomeAlertsQuery(subjectAlertsQuery(field, id), { refetchOnMountOrArgChange: 30 })
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
