import type { ReactNode } from 'react'
import { NoValue } from './NoValue'
import './facts.css'

export interface Fact {
  readonly label: string
  /** null and empty text are shown as a dash. */
  readonly value: ReactNode
  /** Spans the full width. */
  readonly wide?: boolean | undefined
}

/** Labelled values of a row. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, wide = false }) => (
        <div key={label} className={wide ? 'fact fact-wide' : 'fact'}>
          <dt>{label}</dt>
          <dd>{value == null || value === '' ? <NoValue /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
