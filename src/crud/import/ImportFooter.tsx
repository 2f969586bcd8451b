import type { ReactNode } from 'react'

/** The buttons of a step, the main one last; they stay in sight. */
export function ImportFooter({ children }: { readonly children: ReactNode }) {
  return <div className="import-foot">{children}</div>
}
