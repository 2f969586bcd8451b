import { useRef, useState } from 'react'
import type { ComboboxOption } from '../../ui/Combobox'
import { useToast } from '../../ui/Toaster'
import { useUndo } from '../bulk/useUndo'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import type { FailedRow } from './failures'
import type { InUse } from './ReassignDialog'
import { removedWords } from './names'
import { useRemoval, type RemovalOutcome } from './useRemoval'

interface CourseOptions {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
  readonly onStale?: (() => void) | undefined
}

/** The course of a deletion: its tries, what is left standing and why, and the way back. */
export function useRemovalCourse({ area, rows, onClose, onRemoved, onStale }: CourseOptions) {
  const { resource } = area
  const remove = useRemoval(resource)
  const toast = useToast()
  const undo = useUndo(resource)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const [inUse, setInUse] = useState<InUse | null>(null)
  const [reassigning, setReassigning] = useState(false)
  const gone = useRef<Pick<RemovalOutcome, 'removed' | 'restorable'>>({ removed: [], restorable: [] })

  /** Tells what is gone, and closes. */
  const conclude = (successor: ComboboxOption | null = null) => {
    const { removed, restorable } = gone.current
    const [only] = rows
    const end = successor === null ? '' : `, ${successor.label} takes over`
    if (rows.length === 1 && only !== undefined) {
      const message = `${nameOf(resource, only)} deleted${end}`
      if (restorable.length > 0) undo.ofRemoval(message, only)
      else if (removed.length > 0) toast({ message })
    } else if (removed.length > 0)
      undo.ofRemovals(`${removedWords(resource, removed.length, restorable.length)}${end}`, restorable)
    onClose()
  }
  const run = async (some: readonly AnyRow[], successor: ComboboxOption | null = null) => {
    setBusy(true)
    const outcome = await remove(some, successor?.id)
    setBusy(false)
    setFailed(outcome.failed)
    setReassigning(successor !== null)
    const [{ message } = {}] = outcome.failed
    if (outcome.users !== undefined && message !== undefined) setInUse({ users: outcome.users, message })
    const { removed, restorable } = gone.current
    gone.current = { removed: [...removed, ...outcome.removed], restorable: [...restorable, ...outcome.restorable] }
    if (outcome.stale) onStale?.()
    if (outcome.removed.length > 0) onRemoved(outcome.removed)
    if (outcome.failed.length === 0) conclude(successor)
  }
  return {
    busy,
    failed,
    /** Who uses the row, once the server has said so. */
    inUse,
    /** Why giving its users another row failed. */
    reassignError: reassigning ? failed[0]?.message : undefined,
    run,
    /** Closes; what is gone by then is told. */
    leave: () => conclude(),
  }
}
