import type { ComponentProps } from 'react'

export interface ScrollerProps extends ComponentProps<'div'> {
  /** What is in it, for those who come to it by keyboard. */
  readonly label: string
}

/** A part of a page that scrolls by itself, also with the arrow keys. */
export function Scroller({ label, ...rest }: ScrollerProps) {
  return <div {...rest} role="region" aria-label={label} tabIndex={0} data-scrolls />
}
