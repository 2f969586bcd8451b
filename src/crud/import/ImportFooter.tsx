import type { ReactNode } from 'react'

/** The buttons of a step, the primary one last; they stay visible while the step scrolls. */
export function ImportFooter({ children }: { readonly children: ReactNode }) {
  return <div className="import-foot">{children}</div>
}
