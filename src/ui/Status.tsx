import type { ReactNode } from 'react'
import './status.css'

/** good ● · warning ▲ · critical ■ · info ◆ · off ○ · unknown ◌ (dashed): each a shape of its own. */
export type StatusTone = 'good' | 'warning' | 'critical' | 'info' | 'off' | 'unknown'

export interface StatusProps {
  readonly tone: StatusTone
  /** The word. */
  readonly children: ReactNode
  /** pill: on a tinted ground, for headers. Default: plain, for tables. */
  readonly look?: 'plain' | 'pill' | undefined
}

/** A state, told by shape, word and colour together. */
export function Status({ tone, children, look = 'plain' }: StatusProps) {
  return (
    <span className={`status status-${tone} status-${look}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className="status-shape">
        {shapes[tone]}
      </svg>
      {children}
    </span>
  )
}

const shapes: Readonly<Record<StatusTone, ReactNode>> = {
  good: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  warning: <path d="M5 .9 9.5 9h-9z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  critical: <rect x="1.2" y="1.2" width="7.6" height="7.6" rx="1.4" fill="currentColor" />,
  info: <path d="M5 .5 9.5 5 5 9.5.5 5z" fill="currentColor" />,
  off: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  unknown: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.1 1.67" />,
}

/** A small word beside something: a channel, a tag, a count. */
export function Badge({ children }: { readonly children: ReactNode }) {
  return <span className="badge">{children}</span>
}
