import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders its children at the end of the page, so that a form is never inside another form. */
export function AtEnd({ children }: { readonly children: ReactNode }) {
  return createPortal(children, document.body)
}
