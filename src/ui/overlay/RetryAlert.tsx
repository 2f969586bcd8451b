import { Button } from '../controls/Button'
import { Alert, type AlertProps } from './Alert'

interface RetryAlertProps extends Pick<AlertProps, 'children'> {
  /** Nothing is shown in its place; otherwise an earlier answer is. */
  readonly danger?: boolean
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Says in place that a request failed, and sends it again on request. */
export function RetryAlert({ danger = false, busy, onRetry, children }: RetryAlertProps) {
  return (
    <Alert
      tone={danger ? 'danger' : 'warning'}
      role={danger ? 'alert' : 'status'}
      actions={
        <Button size="sm" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </Alert>
  )
}
