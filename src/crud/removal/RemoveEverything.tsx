import { useEffect, useEffectEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { BulkEditFailure } from '../../../machines/bulkEditMachine'
import type { DeletionPreview } from '../../contract/bulk'
import type { ListQuery } from '../../contract/list'
import { bulkCalls } from '../bulk/bulkCalls'
import { answerOf, failureOf, fetchMatching } from '../bulk/matching'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { matchOf } from '../list/query'
import type { ApiDispatch } from '../model/reference'
import { failedRows } from './failures'
import { RemoveMany } from './RemoveMany'
import { useManyRemoval } from './useManyRemoval'

interface RemoveEverythingProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  /** The number of matching rows on screen. */
  readonly count: number
  /** The rows of the page; the dialog names the first. */
  readonly rows: readonly AnyRow[]
  /** Search and filters in words; empty when the list is not filtered. */
  readonly scope: string
  readonly onClose: () => void
  readonly onRemoved: () => void
  /** Called when the number of matching rows differs from the one on screen. */
  readonly onRecounted: (count: number) => void
}

/**
 * Deletes all matching rows, on all pages: by the exact filter and the count on screen. When the count has changed by then, nothing is
 * deleted, and the dialog asks again with the new count.
 */
export function RemoveEverything({ area, query, count, rows, scope, onClose, onRemoved, onRecounted }: RemoveEverythingProps) {
  const { resource } = area
  const dispatch = useDispatch<ApiDispatch>()
  const [bulkRemove] = crudCalls(resource).bulkRemove.useMutation()
  const [shown, setShown] = useState({ count, rows })
  const match = { filter: matchOf(query), expectedCount: shown.count }
  const removal = useManyRemoval({
    resource,
    async remove(again, reassignTo) {
      const target = again.length > 0 ? { ids: again.map(({ id }) => id) } : match
      const { done, restorable = [], failed } = await answerOf(bulkRemove({ ...target, reassignTo }))
      if (done > 0) onRemoved()
      return { done, restorable, failed: await failedRows(dispatch, resource, failed, shown.rows) }
    },
    async recount() {
      const now = await fetchMatching(dispatch, resource, query)
      setShown(now)
      onRecounted(now.count)
      return now.count
    },
    onClose,
  })
  const [, send] = removal
  const preview = usePreview(area, match, (failure) => send({ type: 'recount', failure }))
  return (
    <RemoveMany key={shown.count} area={area} count={shown.count} rows={shown.rows} preview={preview} removal={removal}>
      <p>
        {scope === '' ? `These are all ${resource.nouns.many} there are.` : `These are all in the list narrowed to ${scope}.`}
      </p>
    </RemoveMany>
  )
}

interface Match {
  readonly filter: ReturnType<typeof matchOf>
  readonly expectedCount: number
}

/** The effect of the deletion; null until the server has answered. When the call fails, assumes the worst. */
function usePreview(
  { resource }: AnyStandardArea,
  { filter, expectedCount }: Match,
  onRecount: (failure: BulkEditFailure) => void,
): DeletionPreview | null {
  const [ask] = bulkCalls(resource).previewBulkRemove.useMutation()
  const [preview, setPreview] = useState<{ readonly of: string; readonly counts: DeletionPreview } | null>(null)
  const body = JSON.stringify({ filter, expectedCount })
  const receive = useEffectEvent(({ data, error }: { data?: DeletionPreview | undefined; error?: unknown }) => {
    const failure = failureOf(error)
    setPreview({ of: body, counts: data ?? { total: expectedCount, used: 0, kept: 0, final: expectedCount, users: {} } })
    if (failure.recounted) onRecount(failure)
  })
  useEffect(() => {
    let current = true
    void ask(JSON.parse(body) as Match).then((answer) => current && receive(answer))
    return () => {
      current = false
    }
  }, [ask, body])
  return preview?.of === body ? preview.counts : null
}
