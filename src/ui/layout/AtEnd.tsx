import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Stands at the end of the page, wherever it is written: a form in no other form. */
export function AtEnd({ children }: { readonly children: ReactNode }) {
  return createPortal(children, document.body)
}
