import type { Alert as AlertRow } from '../../contract/alerts'
import { rowLink } from '../../crud/parts/rowLink'
import { Alert } from '../../ui/overlay/Alert'
import { grouped } from '../../ui/text/numberWords'
import { Time } from '../../ui/text/Time'
import { AlertMenu } from './AlertMenu'
import { AlertStatusWord, SeverityWord } from './words'
import './alerts.css'

interface AlertsListProps {
  readonly alerts: readonly AlertRow[]
  /** Why the last action failed; kept by the card, because the alert may leave the list by then. */
  readonly failure: string | null
  readonly onFailure: (failure: string | null) => void
}

/** A short list of alerts with their actions. */
export function AlertsList({ alerts, failure, onFailure }: AlertsListProps) {
  return (
    <>
      {failure !== null && (
        <Alert tone="danger" role="alert" onDismiss={() => onFailure(null)}>
          {failure}
        </Alert>
      )}
      {alerts.length > 0 && (
        <ul className="alert-rows">
          {alerts.map((alert) => (
            <li key={alert.id} className="alert-row">
              <SeverityWord severity={alert.severity} />
              <span className="alert-what">
                {rowLink('alerts', alert.id, alert.title)}{' '}
                <span className="alert-since">
                  <Time value={alert.openedAt} focusable={false} />
                  {alert.timesRaised > 1 && `, raised ${grouped(alert.timesRaised)} times`}
                </span>
              </span>
              <span className="alert-status">
                {(alert.status !== 'open' || alert.snoozed) && <AlertStatusWord row={alert} />}
              </span>
              <AlertMenu alert={alert} onFailure={onFailure} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
