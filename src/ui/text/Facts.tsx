import type { ReactNode } from 'react'
import './facts.css'

export interface Fact {
  readonly label: string
  /** null and an empty text show a dash. */
  readonly value: ReactNode
  /** Over the whole width. */
  readonly wide?: boolean | undefined
}

/** The fields of one row, for reading. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, wide = false }) => (
        <div key={label} className={wide ? 'fact fact-wide' : 'fact'}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="faint">—</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
