import { useState, type ReactNode } from 'react'
import type { AnyRow } from '../model/crudSlice'
import type { RowAction } from '../model/declaration'

interface RowActionsProps {
  readonly actions: readonly RowAction<AnyRow>[] | undefined
  readonly row: AnyRow
  /** Shows one offered action as a button or a menu's item. */
  readonly children: (action: RowAction<AnyRow>, onSelect: () => void, next: boolean) => ReactNode
  /** Wraps the buttons; the dialogs stand outside, since a menu that closes would unmount them. */
  readonly renderFrame: (others: ReactNode, next: ReactNode) => ReactNode
}

/** What an area can do with a row beyond edit, clone and delete; each opens its own dialog. */
export function RowActions({ actions = [], row, children, renderFrame }: RowActionsProps) {
  const [open, setOpen] = useState<RowAction<AnyRow> | null>(null)
  const offered = actions.filter((action) => action.offered?.(row) ?? true)
  const next = offered.find((action) => action.next)
  const show = (action: RowAction<AnyRow>) => children(action, () => setOpen(action), action === next)
  return (
    <>
      {renderFrame(offered.filter((action) => action !== next).map(show), next && show(next))}
      {open !== null && <open.Dialog row={row} onClose={() => setOpen(null)} />}
    </>
  )
}
