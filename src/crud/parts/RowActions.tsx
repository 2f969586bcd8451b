import { useState, type ReactNode } from 'react'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import type { AnyRow } from '../model/crudCalls'
import type { RowAction } from '../model/declaration'

interface RowActionsProps {
  readonly actions: readonly RowAction<AnyRow>[] | undefined
  readonly row: AnyRow
  /** Renders one offered action as a button or a menu item. */
  readonly children: (action: RowAction<AnyRow>, onSelect: () => void, next: boolean) => ReactNode
  /** Wraps the buttons; a closing menu would unmount the dialogs, and buttons are not printed, as a dialog may be. */
  readonly renderFrame: (others: ReactNode, next: ReactNode) => ReactNode
}

/** An area's actions on a row besides edit, clone and delete; each opens a dialog of its own. */
export function RowActions({ actions = [], row, children, renderFrame }: RowActionsProps) {
  const [open, setOpen] = useState<RowAction<AnyRow> | null>(null)
  const offered = actions.filter((action) => action.offered?.(row) ?? true)
  const next = offered.find((action) => action.next)
  const show = (action: RowAction<AnyRow>) => children(action, () => setOpen(action), action === next)
  return (
    <>
      {renderFrame(offered.filter((action) => action !== next).map(show), next && show(next))}
      {open !== null && (
        <BodyPortal>
          <open.Dialog row={row} onClose={() => setOpen(null)} />
        </BodyPortal>
      )}
    </>
  )
}
