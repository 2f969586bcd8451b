import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Portals its children to the end of the page, so that forms are never nested. */
export function BodyPortal({ children }: { readonly children: ReactNode }) {
  return createPortal(children, document.body)
}
