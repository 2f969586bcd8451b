import { useState } from 'react'
import { hasFailed } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { useSomeAlertsQuery } from './alertsApi'
import { AlertsList } from './AlertsList'
import { allWords, subjectAlertsPath, subjectAlertsQuery, type SubjectField } from './openAlerts'

interface SubjectAlertsProps {
  readonly field: SubjectField
  readonly id: string
}

/** The open alerts of a gateway, sensor or rollout, or why an action on one failed; otherwise renders nothing. */
export function SubjectAlerts({ field, id }: SubjectAlertsProps) {
  const query = useSomeAlertsQuery(subjectAlertsQuery(field, id), { refetchOnMountOrArgChange: 30 })
  const [failure, setFailure] = useState<string | null>(null)
  const rows = query.currentData?.result ?? []
  if (rows.length === 0 && failure === null && !hasFailed(query)) return null
  return (
    <Card
      title="Alerts"
      flush={rows.length > 0}
      actions={
        <Link className="link" href={subjectAlertsPath(field, id)}>
          {allWords(query.currentData)}
        </Link>
      }
    >
      {rows.length === 0 && failure === null ? (
        <Unloaded query={query} rows={1} columns={2} label="Loading the alerts" />
      ) : (
        <AlertsList alerts={rows} failure={failure} onFailure={setFailure} />
      )}
    </Card>
  )
}
