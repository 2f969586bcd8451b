import { useState } from 'react'
import { isRestorable } from '../../contract/bulk'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import { useToast } from '../../ui/overlay/Toaster'
import { useUndo } from '../bulk/useUndo'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { isApiError, isMissing } from '../model/problems'
import { nameOf } from '../model/reference'
import { inUseOf, sentenceOf, type InUse } from './inUse'
import { successionWords } from './names'

interface RemovalOptions {
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
  readonly onStale?: (() => void) | undefined
}

/** Deletes one row at the version that was read; with a successor, its users are first given that row. */
export function useRemoval({ area, row, onClose, onRemoved, onStale }: RemovalOptions) {
  const { resource } = area
  const [remove] = crudCalls(resource).remove.useMutation()
  const toast = useToast()
  const undo = useUndo(resource)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [inUse, setInUse] = useState<InUse | null>(null)

  const send = async (successor: ComboboxOption | null) => {
    const { error } = await remove({ id: row.id, version: row.version, reassignTo: successor?.id })
    // Another user has deleted it: the goal is reached, but without Undo.
    const wasDeleted = isMissing(error)
    if (error === undefined || wasDeleted) {
      const message = `${nameOf(resource, row)} deleted${successionWords(successor)}`
      if (isRestorable(resource, row) && !wasDeleted) undo.ofRemoval(message, row)
      else toast({ message })
      onRemoved([row.id])
      return onClose()
    }
    setError(sentenceOf(error))
    setInUse((before) => inUseOf(error) ?? before)
    if (isApiError(error) && error.problem.code === 'stale') onStale?.()
  }
  const run = (successor: ComboboxOption | null) => {
    setBusy(true)
    void send(successor).finally(() => setBusy(false))
  }
  return {
    busy,
    /** Why the last attempt failed. */
    error,
    /** The row's users, once the server has reported them. */
    inUse,
    run,
  }
}
