import { useState } from 'react'
import type { ComboboxOption } from '../../ui/Combobox'
import { useToast } from '../../ui/Toaster'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { nameOf } from '../reference'
import { counted } from '../words'
import type { InUse } from './ReassignDialog'
import { useRemoval, type FailedRow } from './useRemoval'

interface CourseOptions {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
  readonly onStale?: (() => void) | undefined
}

/** The course of a deletion: its tries, what is left standing and why. */
export function useRemovalCourse({ area, rows, onClose, onRemoved, onStale }: CourseOptions) {
  const { resource } = area
  const remove = useRemoval(resource)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const [inUse, setInUse] = useState<InUse | null>(null)
  const [reassigning, setReassigning] = useState(false)

  const run = async (some: readonly AnyRow[], successor: ComboboxOption | null = null) => {
    setBusy(true)
    const outcome = await remove(some, successor?.id)
    setBusy(false)
    setFailed(outcome.failed)
    setReassigning(successor !== null)
    const [{ users, message } = {}] = outcome.failed
    if (users !== undefined && message !== undefined) setInUse({ users, message })
    if (outcome.stale) onStale?.()
    if (outcome.removed.length > 0) onRemoved(outcome.removed)
    if (outcome.failed.length > 0) return
    const [only] = rows
    const what = rows.length > 1 || only === undefined ? counted(outcome.removed.length, resource.nouns) : nameOf(resource, only)
    toast({ message: successor === null ? `${what} deleted` : `${what} deleted, ${successor.label} takes over` })
    onClose()
  }
  return {
    busy,
    failed,
    /** Who uses the row, once the server has said so. */
    inUse,
    /** Why giving its users another row failed. */
    reassignError: reassigning ? failed[0]?.message : undefined,
    run,
  }
}
