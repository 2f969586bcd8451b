import { useMemo } from 'react'
import { isRestorable } from '../../contract/bulk'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { FailedRows } from './FailedRows'
import { finalWords, foreseen } from './foresight'
import { ReassignDialog } from './ReassignDialog'
import { RemoveMany } from './RemoveMany'
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

/** Says what deleting does, asks once, reports row by row what could not be deleted, and offers the way back. */
export function RemoveDialog({ scope, ...options }: RemoveDialogProps) {
  const { area, rows, onClose } = options
  const { busy, failed, inUse, reassignError, run, leave } = useRemovalCourse(options)
  const preview = useMemo(() => foreseen(area.resource, rows), [area, rows])
  const [first] = rows
  if (rows.length > 1) {
    if (failed.length > 0)
      return (
        <FailedRows
          area={area}
          verb="deleted"
          failed={failed}
          asked={rows.length}
          busy={busy}
          onRetry={(again) => void run(again)}
          onClose={leave}
        />
      )
    return (
      <RemoveMany
        area={area}
        count={rows.length}
        rows={rows}
        preview={preview}
        busy={busy}
        error={undefined}
        onConfirm={(successor) => void run(rows, successor)}
        onCancel={onClose}
      >
        {scope !== undefined && scope !== '' && <p>Picked from the list narrowed to {scope}.</p>}
      </RemoveMany>
    )
  }
  if (first === undefined) return null
  if (inUse !== null && area.resource.reassigns)
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
  const name = nameOf(area.resource, first)
  const isFinal = !isRestorable(area.resource, first)
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel={`Delete ${area.resource.nouns.one}`}
      typed={area.removal?.typed === true || isFinal ? name : undefined}
      busy={busy}
      error={failed[0]?.message}
      onConfirm={() => void run(rows)}
      onCancel={onClose}
    >
      <p>
        {area.removal?.consequence(rows)} {finalWords(preview)}
      </p>
    </ConfirmDialog>
  )
}
