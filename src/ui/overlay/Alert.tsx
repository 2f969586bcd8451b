import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../environment/classes'
import './alert.css'

type AlertTone = 'info' | 'success' | 'warning' | 'danger'

export interface AlertProps {
  readonly tone?: AlertTone | undefined
  readonly title?: string | undefined
  readonly children?: ReactNode
  /** Buttons or links below the text. */
  readonly actions?: ReactNode | undefined
  readonly onDismiss?: (() => void) | undefined
  /** alert interrupts a screen reader, status waits; omit it for alerts present from the start. */
  readonly role?: 'alert' | 'status' | undefined
  readonly className?: string | undefined
}

const marks = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }
const words = { info: 'Note', success: 'Done', warning: 'Warning', danger: 'Error' }

/** A message that stays on the page. */
export function Alert({ tone = 'info', title, children, actions, onDismiss, role, className }: AlertProps) {
  const Mark = marks[tone]
  return (
    <div role={role} className={cx('alert', `tone-${tone}`, className)}>
      <Mark className="alert-mark" role="img" aria-label={words[tone]} aria-hidden={false} />
      <div className="alert-body">
        {title && <p className="alert-title">{title}</p>}
        {children && <div className="alert-text">{children}</div>}
        {actions && <div className="alert-actions">{actions}</div>}
      </div>
      {onDismiss && (
        <button type="button" className="icon-button alert-dismiss" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

export interface AlertItem {
  readonly id: string
  readonly message: string
  /** Small print, e.g. "Request 01J…". */
  readonly detail?: string | undefined
  readonly tone?: AlertTone | undefined
  /** How often the same message occurred; shown from 2. */
  readonly count?: number | undefined
}

export interface AlertRegionProps {
  readonly alerts: readonly AlertItem[]
  readonly onDismiss: (id: string) => void
}

/** The application's error alerts, newest first; each is announced on arrival. */
export function AlertRegion({ alerts, onDismiss }: AlertRegionProps) {
  return (
    <div className="alert-region">
      {alerts.map(({ id, message, detail, tone = 'danger', count = 1 }) => (
        <Alert key={id} role="alert" tone={tone} onDismiss={() => onDismiss(id)}>
          {message}
          {count > 1 && <span className="alert-count"> ({count} times)</span>}
          {detail && <span className="alert-detail">{detail}</span>}
        </Alert>
      ))}
    </div>
  )
}
