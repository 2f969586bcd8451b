import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Art } from './Art'
import { Button } from '../controls/Button'
import './states.css'

export interface ErrorStateProps {
  /** Null: the page's own title says what failed. */
  readonly title?: string | null | undefined
  /** The server's message. */
  readonly message: string
  readonly requestId?: string | null | undefined
  readonly onRetry: () => void
  /** The retry is under way. */
  readonly busy?: boolean | undefined
  readonly actions?: ReactNode | undefined
}

/** Replaces content that failed to load. */
export function ErrorState({ title = 'This could not be loaded', message, requestId, onRetry, busy, actions }: ErrorStateProps) {
  return (
    <div className="state">
      <Art name="wilted" />
      {title !== null && <h2 className="state-title">{title}</h2>}
      <p className="state-text">{message}</p>
      <div className="state-actions">
        <Button icon={RotateCw} busy={busy} onClick={onRetry}>
          Retry
        </Button>
        {actions}
      </div>
      {requestId && <p className="state-detail">Request {requestId}</p>}
    </div>
  )
}
