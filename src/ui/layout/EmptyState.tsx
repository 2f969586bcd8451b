import type { ReactNode, Ref } from 'react'
import { Art, type ArtName } from './Art'
import './states.css'

export interface EmptyStateProps {
  readonly title: string
  readonly children?: ReactNode
  /** sprout: no rows yet · magnifier: no match · gate: not allowed · wilted: failed. */
  readonly art?: ArtName | undefined
  readonly actions?: ReactNode | undefined
  readonly ref?: Ref<HTMLDivElement>
}

/** Replaces missing content: says why there is none and what to do. */
export function EmptyState({ title, children, art = 'sprout', actions, ref }: EmptyStateProps) {
  return (
    <div ref={ref} className="state">
      <Art name={art} />
      <h2 className="state-title">{title}</h2>
      {children && <div className="state-text">{children}</div>}
      {actions && <div className="state-actions">{actions}</div>}
    </div>
  )
}
