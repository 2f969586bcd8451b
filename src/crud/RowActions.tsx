import { useState, type ReactNode } from 'react'
import type { AnyRow } from './crudSlice'
import type { RowAction } from './declaration'

interface RowActionsProps {
  readonly actions: readonly RowAction<AnyRow>[] | undefined
  readonly row: AnyRow
  /** Shows one offered action as a button or a menu's item. */
  readonly children: (action: RowAction<AnyRow>, onSelect: () => void) => ReactNode
  /** Around what is shown; the dialogs stand outside, for a menu that closes would take them with it. */
  readonly renderFrame?: (shown: ReactNode) => ReactNode
}

/** What an area can do with a row beyond edit, clone and delete; each opens its own dialog. */
export function RowActions({ actions = [], row, children, renderFrame = (shown) => shown }: RowActionsProps) {
  const [open, setOpen] = useState<RowAction<AnyRow> | null>(null)
  const offered = actions.filter((action) => action.offered?.(row) ?? true)
  return (
    <>
      {renderFrame(offered.map((action) => children(action, () => setOpen(action))))}
      {open !== null && <open.Dialog row={row} onClose={() => setOpen(null)} />}
    </>
  )
}
