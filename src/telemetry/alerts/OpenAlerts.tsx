import { useState } from 'react'
import { listPath } from '../../crud/model/paths'
import { isMissing } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { Status } from '../../ui/text/Status'
import { useSomeAlertsQuery } from './alertsApi'
import { AlertsList } from './AlertsList'
import { allWords, openAlertsQuery } from './openAlerts'

/** The open alerts on the dashboard, the worst first. Renders nothing without any, or on a backend without alerts. */
export function OpenAlerts() {
  const query = useSomeAlertsQuery(openAlertsQuery, { refetchOnMountOrArgChange: 30 })
  const { currentData: page, error } = query
  const [failure, setFailure] = useState<string | null>(null)
  if (page === undefined && isMissing(error)) return null
  const rows = page?.result ?? []
  return (
    <Card
      title="Open alerts"
      className="open-alerts"
      flush={rows.length > 0}
      actions={
        <Link className="link" href={listPath('alerts', { status: 'open', snoozed: 'false' })}>
          {allWords(page)}
        </Link>
      }
    >
      {page === undefined ? (
        <Unloaded query={query} rows={3} columns={2} label="Loading open alerts" />
      ) : rows.length === 0 && failure === null ? (
        <Status tone="good">No open alerts</Status>
      ) : (
        <AlertsList alerts={rows} failure={failure} onFailure={setFailure} />
      )}
    </Card>
  )
}
