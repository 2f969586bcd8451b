import { Download, Upload, X } from 'lucide-react'
import { useCommands } from '../model/commands'
import { offers, type AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'
import type { Opened } from './opened'
import { selectionActions } from './selectionActions'
import type { Selection } from './useSelection'

/** Registers the list's and the selection's actions in the command palette. */
export function useListCommands(area: AnyStandardArea, selection: Selection, onOpen: (opened: Opened) => void): void {
  const { nouns } = area.resource
  const count = selection.everything ?? selection.rows.length
  const picked = `${counted(count, nouns)} selected…`
  const onSelected = count === 0 ? [] : selectionActions(area, selection)
  useCommands([
    ...onSelected.map(({ label, icon, opens }) => ({ label: `${label} ${picked}`, icon, run: () => onOpen(opens) })),
    ...(count > 0 ? [{ label: 'Clear the selection', icon: X, run: selection.clear }] : []),
    { label: `Export ${count > 0 ? picked : `${nouns.many}…`}`, icon: Download, run: () => onOpen('export') },
    ...(offers(area, 'create') ? [{ label: `Import ${nouns.many}…`, icon: Upload, run: () => onOpen('import') }] : []),
  ])
}
