import type { ReactNode } from 'react'
import './link.css'

export interface LinkProps {
  readonly href: string
  readonly children?: ReactNode
  readonly className?: string | undefined
  readonly onClick?: (() => void) | undefined
  readonly onPointerEnter?: (() => void) | undefined
  readonly onFocus?: (() => void) | undefined
  readonly role?: string | undefined
  readonly tabIndex?: number | undefined
  /** Opens a new tab, and announces it. */
  readonly external?: boolean | undefined
  readonly 'aria-current'?: 'page' | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'data-tip'?: string | undefined
}

/**
 * A link to a page of the console. The application follows links marked `data-route` without a page load, so that the kit does not depend
 * on the router.
 */
export function Link({ external = false, children, ...rest }: LinkProps) {
  if (!external)
    return (
      <a data-route="" {...rest}>
        {children}
      </a>
    )
  return (
    <a {...rest} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
