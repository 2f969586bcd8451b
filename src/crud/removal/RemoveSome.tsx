import { useMemo } from 'react'
import type { BulkRemovalOutcome } from '../../../machines/bulkRemovalMachine'
import { BULK_IDS_MAX } from '../../contract/bulk'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { sentenceOf } from '../model/problems'
import { foreseen } from './foresight'
import { RemoveMany } from './RemoveMany'
import { useManyRemoval } from './useManyRemoval'

interface RemoveSomeProps {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  /** The filter in words, when the rows were selected in a filtered list. */
  readonly scope: string | undefined
  readonly onClose: () => void
  readonly onRemoved: (ids: readonly string[]) => void
}

/** Deletes the selected rows by id, continuing past failures. */
export function RemoveSome({ area, rows, scope, onClose, onRemoved }: RemoveSomeProps) {
  const { resource } = area
  const [bulkRemove] = crudCalls(resource).bulkRemove.useMutation()
  const preview = useMemo(() => foreseen(resource, rows), [resource, rows])

  const removePart = async (part: readonly AnyRow[], reassignTo: string | undefined): Promise<BulkRemovalOutcome> => {
    const { data, error } = await bulkRemove({ ids: part.map(({ id }) => id), reassignTo })
    if (data === undefined) return { done: 0, restorable: [], failed: part.map((row) => ({ row, message: sentenceOf(error) })) }
    const reasons = new Map(data.failed.map(({ id, message }) => [id, message]))
    const removedIds = part.filter(({ id }) => !reasons.has(id)).map(({ id }) => id)
    if (removedIds.length > 0) onRemoved(removedIds)
    const failed = part.flatMap((row) => {
      const message = reasons.get(row.id)
      return message === undefined ? [] : [{ row, message }]
    })
    return { done: removedIds.length, restorable: data.restorable ?? [], failed }
  }
  const removal = useManyRemoval({
    resource,
    async remove(again, reassignTo) {
      const some = again.length > 0 ? again : rows
      const outcomes: BulkRemovalOutcome[] = []
      for (let at = 0; at < some.length; at += BULK_IDS_MAX)
        outcomes.push(await removePart(some.slice(at, at + BULK_IDS_MAX), reassignTo))
      return {
        done: outcomes.reduce((sum, { done }) => sum + done, 0),
        restorable: outcomes.flatMap(({ restorable }) => restorable),
        failed: outcomes.flatMap(({ failed }) => failed),
      }
    },
    onClose,
  })
  return (
    <RemoveMany area={area} count={rows.length} rows={rows} preview={preview} removal={removal}>
      {scope !== undefined && scope !== '' && <p>Picked from the list narrowed to {scope}.</p>}
    </RemoveMany>
  )
}
