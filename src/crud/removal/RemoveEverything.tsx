import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { BulkOutcome } from '../../contract/bulk'
import type { ListQuery } from '../../contract/list'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { useToast } from '../../ui/Toaster'
import { crudCalls, type AnyRow, type BulkTarget } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { matchOf } from '../list/query'
import { isApiError } from '../problems'
import type { ApiDispatch } from '../reference'
import { counted } from '../words'
import { FailedRows } from './FailedRows'
import { NAMED, namesOf } from './names'
import type { FailedRow } from './useRemoval'

interface RemoveEverythingProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  /** How many rows the list said that match. */
  readonly count: number
  /** The rows on the page: the first of them are named. */
  readonly rows: readonly AnyRow[]
  /** Search and filter in words; empty when the list is not narrowed. */
  readonly scope: string
  readonly onClose: () => void
  readonly onRemoved: () => void
  /** Another number matches than the list said. */
  readonly onRecounted: (count: number) => void
}

/**
 * Deletes all rows that match, never seen ones too: by the exact filter and the number that was shown. When another number matches by
 * then, nothing is deleted, and it asks again with the new one.
 */
export function RemoveEverything({ area, query, count, rows, scope, onClose, onRemoved, onRecounted }: RemoveEverythingProps) {
  const { nouns } = area.resource
  const dispatch = useDispatch<ApiDispatch>()
  const [bulkRemove] = crudCalls(area.resource).bulkRemove.useMutation()
  const toast = useToast()
  const [shown, setShown] = useState({ count, rows })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [failed, setFailed] = useState<readonly FailedRow[]>([])
  const asked = counted(shown.count, nouns)

  /** The count and the first rows as they are now. */
  const lookAgain = async () => {
    const first = { ...query, page: 1, pageSize: NAMED + 1 }
    const { result, meta } = await dispatch(
      crudCalls(area.resource).list.initiate(first, { subscribe: false, forceRefetch: true }),
    ).unwrap()
    setShown({ count: meta.total, rows: result })
    onRecounted(meta.total)
    if (meta.total === 0) onClose()
  }
  const conclude = async ({ done, failed }: BulkOutcome) => {
    if (done > 0) onRemoved()
    setFailed(await Promise.all(failed.map(async ({ id, message }) => ({ row: await named(dispatch, area, id), message }))))
    if (failed.length > 0) return
    toast({ message: `${counted(done, nouns)} deleted` })
    onClose()
  }
  const send = async (target: BulkTarget) => {
    const { data, error } = await bulkRemove(target)
    if (data !== undefined) return conclude(data)
    const changed = isApiError(error) && error.problem.code === 'count_changed'
    if (changed) await lookAgain()
    return setError(
      isApiError(error)
        ? `${error.problem.message}.${changed ? ' Is this still what you mean?' : ''}`
        : 'The server gave no answer',
    )
  }
  const run = (target: BulkTarget) => {
    setBusy(true)
    void send(target)
      // The base query has told the user why.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }

  if (failed.length > 0)
    return (
      <FailedRows
        area={area}
        failed={failed}
        asked={shown.count}
        busy={busy}
        onRetry={(again) => run(again.map(({ id }) => id))}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      key={shown.count}
      open
      title={`Delete ${asked}?`}
      confirmLabel={`Delete ${asked}`}
      typed={area.removal?.typed === true ? `delete ${asked}` : undefined}
      busy={busy}
      error={error}
      onConfirm={() => run({ filter: matchOf(query), expectedCount: shown.count })}
      onCancel={onClose}
    >
      <p>{namesOf(area, shown.rows, shown.count)}.</p>
      <p>{scope === '' ? `These are all ${nouns.many} there are.` : `These are all in the list narrowed to ${scope}.`}</p>
      <p>
        {shown.rows.length < shown.count && `Of the first ${counted(shown.rows.length, nouns)} alone: `}
        {area.removal?.consequence(shown.rows)} This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

/** A row that stayed, for its name; by its id alone when it cannot be read. */
async function named(dispatch: ApiDispatch, { resource }: AnyStandardArea, id: string): Promise<AnyRow> {
  const request = dispatch(crudCalls(resource).get.initiate(id, { subscribe: false }))
  return request.unwrap().catch(() => ({ id, version: 0 }))
}
