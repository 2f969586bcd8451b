import { cx } from '../environment/classes'
import './states.css'

/** A grey bar in place of loading text; appears only after a second, so that fast answers do not flash. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('skeleton', className)} />
}

export interface SkeletonRowsProps {
  readonly rows?: number | undefined
  readonly columns?: number | undefined
  /** Announced to screen readers. */
  readonly label?: string | undefined
}

/** The outline of a loading table. */
export function SkeletonRows({ rows = 8, columns = 5, label = 'Loading' }: SkeletonRowsProps) {
  return (
    <div role="status" className="skeleton-rows">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row">
          <span aria-hidden="true" className="skeleton" style={{ maskSize: `${100 / columns}% 100%` }} />
        </div>
      ))}
    </div>
  )
}
