import { Download, Pencil, Trash2, Upload, X } from 'lucide-react'
import { useCommands } from '../model/commands'
import { offers, type AnyStandardArea, type BulkAction } from '../model/declaration'
import { counted } from '../model/words'
import type { Selection } from './useSelection'

interface ListCommands {
  readonly area: AnyStandardArea
  readonly selection: Selection
  readonly onExport: () => void
  readonly onEdit: () => void
  readonly onImport: () => void
  readonly onRemove: () => void
  readonly onAct: (action: BulkAction) => void
}

/** Registers the list's and the selection's actions in the command palette. */
export function useListCommands({ area, selection, onExport, onImport, onEdit, onRemove, onAct }: ListCommands): void {
  const { nouns } = area.resource
  const count = selection.everything ?? selection.rows.length
  const picked = counted(count, nouns)
  const own = count > 0 ? (area.bulkActions ?? []) : []
  useCommands([
    ...own.map((action) => ({ label: `${action.label} ${picked} selected…`, icon: action.icon, run: () => onAct(action) })),
    ...(count > 0 && offers(area, 'update') ? [{ label: `Edit ${picked} selected…`, icon: Pencil, run: onEdit }] : []),
    ...(count > 0 && offers(area, 'remove') ? [{ label: `Delete ${picked} selected…`, icon: Trash2, run: onRemove }] : []),
    ...(count > 0 ? [{ label: 'Clear the selection', icon: X, run: selection.clear }] : []),
    { label: count > 0 ? `Export ${picked} selected…` : `Export ${nouns.many}…`, icon: Download, run: onExport },
    ...(offers(area, 'create') ? [{ label: `Import ${nouns.many}…`, icon: Upload, run: onImport }] : []),
  ])
}
