import { ConfirmDialog } from '../../ui/ConfirmDialog'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { counted } from '../words'
import { FailedRows } from './FailedRows'
import { namesOf } from './names'
import { ReassignDialog } from './ReassignDialog'
import { useRemovalCourse } from './useRemovalCourse'

interface RemoveDialogProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  /** The filter in words, when the rows were picked from a narrowed list. */
  readonly scope?: string | undefined
  readonly onClose: () => void
  /** Called with what is gone, even when some of the rows are not. */
  readonly onRemoved: (ids: readonly string[]) => void
  /** The row was changed meanwhile: it has to be read again before it is deleted. */
  readonly onStale?: (() => void) | undefined
}

/** Says what deleting does, asks once, and reports row by row what could not be deleted. */
export function RemoveDialog({ scope, ...options }: RemoveDialogProps) {
  const { area, rows, onClose } = options
  const { busy, failed, inUse, reassignError, run } = useRemovalCourse(options)
  const [first] = rows
  const many = rows.length > 1
  if (many && failed.length > 0)
    return (
      <FailedRows
        area={area}
        failed={failed}
        asked={rows.length}
        busy={busy}
        onRetry={(again) => void run(again)}
        onClose={onClose}
      />
    )
  if (!many && first !== undefined && inUse !== null && area.resource.reassigns)
    return (
      <ReassignDialog
        area={area}
        row={first}
        inUse={inUse}
        busy={busy}
        error={reassignError}
        onReassign={(to) => void run(rows, to)}
        onCancel={onClose}
      />
    )
  const name = first === undefined ? '' : nameOf(area.resource, first)
  const asked = counted(rows.length, area.resource.nouns)
  return (
    <ConfirmDialog
      open
      title={many ? `Delete ${asked}?` : `Delete ${name}?`}
      confirmLabel={many ? `Delete ${asked}` : `Delete ${area.resource.nouns.one}`}
      typed={area.removal?.typed === true ? (many ? `delete ${asked}` : name) : undefined}
      busy={busy}
      error={failed[0]?.message}
      onConfirm={() => void run(rows)}
      onCancel={onClose}
    >
      {many && <p>{namesOf(area, rows, rows.length)}.</p>}
      {scope !== undefined && scope !== '' && <p>Picked from the list narrowed to {scope}.</p>}
      <p>{area.removal?.consequence(rows)} This cannot be undone.</p>
    </ConfirmDialog>
  )
}
