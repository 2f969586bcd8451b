import type { ReactNode } from 'react'
import type { Icon } from '../controls/Button'
import { Link } from '../controls/Link'
import { grouped } from './numberWords'
import { Skeleton } from '../layout/Skeleton'
import './stat.css'

export interface StatProps {
  readonly label: string
  /** null while unknown. */
  readonly value: number | null
  readonly icon: Icon
  /** List of the counted rows. */
  readonly href?: string | undefined
  /** Trend below the number. */
  readonly trend: ReactNode
}

/** A count on the dashboard. */
export function Stat({ label, value, icon: Icon, href, trend }: StatProps) {
  return (
    <div className="stat">
      <div className="stat-head">
        <span className="stat-icon" aria-hidden="true">
          <Icon />
        </span>
        {href === undefined ? (
          <span className="stat-label">{label}</span>
        ) : (
          <Link href={href} className="stat-label stat-link">
            {label}
          </Link>
        )}
      </div>
      <p className="stat-value">{value === null ? <Skeleton className="stat-skeleton" /> : grouped(value)}</p>
      {trend}
    </div>
  )
}
