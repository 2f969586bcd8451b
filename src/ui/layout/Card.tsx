import { useId, type ReactNode } from 'react'
import { cx } from '../environment/classes'
import './card.css'

export interface CardProps {
  readonly title: string
  readonly description?: ReactNode | undefined
  readonly actions?: ReactNode | undefined
  /** Removes the padding, for a table. */
  readonly flush?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A card: a region with a title. */
export function Card({ title, description, actions, flush = false, className, children }: CardProps) {
  const id = useId()
  return (
    <section className={cx('card', className)} aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id} className="card-title">
            {title}
          </h2>
          {description && <p className="card-description">{description}</p>}
        </div>
        {actions && <div className="card-actions">{actions}</div>}
      </div>
      <div className={flush ? 'card-flush' : 'card-body'}>{children}</div>
    </section>
  )
}

/** Fields side by side where the width allows. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className="field-grid">{children}</div>
}

/** The buttons at the end of a form; sticky. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
