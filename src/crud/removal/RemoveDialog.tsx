import { useState } from 'react'
import type { ComboboxOption } from '../../ui/Combobox'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useToast } from '../../ui/Toaster'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { counted } from '../words'
import { FailedRows } from './FailedRows'
import { namesOf } from './names'
import { ReassignDialog, type InUse } from './ReassignDialog'
import { useRemoval, type FailedRow } from './useRemoval'

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
export function RemoveDialog({ area, rows, scope, onClose, onRemoved, onStale }: RemoveDialogProps) {
  const remove = useRemoval(area.resource)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const [inUse, setInUse] = useState<InUse | null>(null)
  /** A reassignment was tried, so that what failed is that. */
  const [tried, setTried] = useState(false)
  const many = rows.length > 1
  const asked = counted(rows.length, area.resource.nouns)

  const run = async (some: readonly AnyRow[], successor: ComboboxOption | null = null) => {
    setBusy(true)
    const outcome = await remove(some, successor?.id)
    setBusy(false)
    setFailed(outcome.failed)
    setTried(successor !== null)
    const [{ users, message } = {}] = outcome.failed
    if (users !== undefined && message !== undefined) setInUse({ users, message })
    if (outcome.stale) onStale?.()
    if (outcome.removed.length > 0) onRemoved(outcome.removed)
    if (outcome.failed.length > 0) return
    const [only] = rows
    const what = many || only === undefined ? counted(outcome.removed.length, area.resource.nouns) : nameOf(area.resource, only)
    toast({ message: successor === null ? `${what} deleted` : `${what} deleted, ${successor.label} takes over` })
    onClose()
  }

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
  const [first] = rows
  if (!many && first !== undefined && inUse !== null && area.resource.reassigns)
    return (
      <ReassignDialog
        area={area}
        row={first}
        inUse={inUse}
        busy={busy}
        error={tried ? failed[0]?.message : undefined}
        onReassign={(to) => void run(rows, to)}
        onCancel={onClose}
      />
    )
  const name = first === undefined ? '' : nameOf(area.resource, first)
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
