import { Pencil, Trash2 } from 'lucide-react'
import { offers, type AnyStandardArea, type BulkAction } from '../model/declaration'
import type { Opened } from './opened'
import type { Selection } from './useSelection'

/** An action on the selected rows, offered in the list's selection bar and in the command palette. */
export interface SelectionAction extends Omit<BulkAction, 'Dialog'> {
  /** The dialog that it opens. */
  readonly opens: Opened
}

/** The actions that an area offers on its selected rows. */
export function selectionActions(area: AnyStandardArea, { everything, rows }: Selection): readonly SelectionAction[] {
  return [
    ...(area.bulkActions ?? []).map((act) => ({ ...act, opens: { act } })),
    ...(offers(area, 'update') ? [{ label: 'Edit', icon: Pencil, opens: 'edit' } as const] : []),
    ...(offers(area, 'remove')
      ? [{ label: 'Delete', icon: Trash2, danger: true, opens: everything === null ? { remove: rows } : 'removeAll' } as const]
      : []),
  ]
}
