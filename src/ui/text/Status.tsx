import type { ReactNode } from 'react'
import './status.css'

/** good ● · warning ▲ · critical ■ · info ◆ · off ○ · unknown ◌ (dashed): each a shape of its own. */
export type StatusTone = 'good' | 'warning' | 'critical' | 'info' | 'off' | 'unknown'

export interface StatusProps {
  readonly tone: StatusTone
  /** The word. */
  readonly children: ReactNode
  /** pill: on a tinted background, for headers. Default: plain, for tables. */
  readonly look?: 'plain' | 'pill' | undefined
}

/** A state, shown by shape, word and colour. CSS draws the shape, because a list has one or two in every row. */
export function Status({ tone, children, look = 'plain' }: StatusProps) {
  return <span className={`status status-${tone} status-${look}`}>{children}</span>
}

/** A short word beside something: a channel, a tag, a count. */
export function Badge({ children }: { readonly children: ReactNode }) {
  return <span className="badge">{children}</span>
}
