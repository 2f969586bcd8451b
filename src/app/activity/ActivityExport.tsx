import { Download } from 'lucide-react'
import type { ActivityQuery } from '../../contract/activity'
import type { EntryAreas } from './entryAreas'
import { counted } from '../../crud/model/words'
import { Button } from '../../ui/controls/Button'
import { entryNouns, useActivityExport } from './useActivityExport'

interface Props {
  readonly filter: Partial<ActivityQuery>
  readonly areas: EntryAreas
  readonly isEmpty: boolean
}

/** Exports all entries that match the filters, one per row, as a file. */
export function ActivityExport({ filter, areas, isEmpty }: Props) {
  const { done, begin, cancel } = useActivityExport(filter, areas)
  // One element, so that the focus stays on it.
  return done === null ? (
    <Button
      icon={Download}
      aria-disabled={isEmpty}
      data-tip={isEmpty ? 'There are no entries to export' : undefined}
      onClick={begin}
    >
      Export
    </Button>
  ) : (
    <Button onClick={cancel}>Cancel export ({counted(done, entryNouns)} read)</Button>
  )
}
