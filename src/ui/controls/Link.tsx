import type { ComponentProps } from 'react'
import './link.css'

export interface LinkProps extends ComponentProps<'a'> {
  readonly href: string
  /** Opens a new tab, and announces it. */
  readonly external?: boolean | undefined
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
