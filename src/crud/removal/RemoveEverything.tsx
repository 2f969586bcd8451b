import { useEffect, useEffectEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { DeletionPreview } from '../../contract/bulk'
import type { ListQuery } from '../../contract/list'
import { bulkCalls } from '../bulk/bulkCalls'
import { fetchMatching } from '../bulk/matching'
import { crudCalls, type AnyRow, type BulkTarget } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { matchOf } from '../list/query'
import { isApiError } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { failedRows } from './failures'
import { sentenceOf } from './inUse'
import { RemoveMany } from './RemoveMany'
import { useManyRemoval, type ManyOutcome } from './useManyRemoval'

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
  const removal = useManyRemoval(resource, onClose)
  const [shown, setShown] = useState({ count, rows })
  const recount = async () => {
    const now = await fetchMatching(dispatch, resource, query)
    setShown(now)
    onRecounted(now.count)
    if (now.count === 0) onClose()
  }
  const preview = usePreview(area, { filter: matchOf(query), expectedCount: shown.count }, (message) => {
    removal.setError(stillMeant(message))
    // The base query has shown the error already.
    void recount().catch(() => undefined)
  })

  const send = async (target: BulkTarget): Promise<ManyOutcome | undefined> => {
    const { data, error } = await bulkRemove(target)
    if (data !== undefined) {
      if (data.done > 0) onRemoved()
      const failed = await failedRows(dispatch, resource, data.failed, shown.rows)
      return { done: data.done, restorable: data.restorable ?? [], failed }
    }
    const changed = isApiError(error) && error.problem.code === 'count_changed'
    if (changed) await recount()
    removal.setError(changed ? stillMeant(error.problem.message) : sentenceOf(error))
    return undefined
  }
  return (
    <RemoveMany
      key={shown.count}
      area={area}
      count={shown.count}
      rows={shown.rows}
      preview={preview}
      removal={removal}
      send={(to) => send({ filter: matchOf(query), expectedCount: shown.count, reassignTo: to?.id })}
      sendAgain={(again, to) => send({ ids: again.map(({ id }) => id), reassignTo: to?.id })}
      onCancel={onClose}
    >
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

function stillMeant(message: string): string {
  return `${message}. Is this still what you mean?`
}

/** The effect of the deletion; null until the server has answered. When the call fails, assumes the worst. */
function usePreview(
  { resource }: AnyStandardArea,
  { filter, expectedCount }: Match,
  onChanged: (message: string) => void,
): DeletionPreview | null {
  const [ask] = bulkCalls(resource).previewBulkRemove.useMutation()
  const [preview, setPreview] = useState<{ readonly of: string; readonly counts: DeletionPreview } | null>(null)
  const body = JSON.stringify({ filter, expectedCount })
  const receive = useEffectEvent(({ data, error }: { data?: DeletionPreview | undefined; error?: unknown }) => {
    if (isApiError(error) && error.problem.code === 'count_changed') onChanged(error.problem.message)
    else setPreview({ of: body, counts: data ?? { total: expectedCount, used: 0, kept: 0, final: expectedCount, users: {} } })
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
