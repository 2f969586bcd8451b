import type { ComponentProps } from 'react'

export interface ScrollerProps extends ComponentProps<'div'> {
  /** Accessible name, for keyboard users. */
  readonly label: string
}

/** A scrollable part of a page, which also scrolls with the arrow keys. */
export function Scroller({ label, ...rest }: ScrollerProps) {
  return <div {...rest} role="region" aria-label={label} tabIndex={0} data-scrolls />
}
