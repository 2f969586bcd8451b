import { useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { BULK_PREVIEW_MAX, type BulkChange, type BulkFailure } from '../../contract/bulk'
import type { ChangePreview } from '../../contract/preview'
import { grouped } from '../../ui/text/numberWords'
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import type { Values } from '../form/values'
import { isApiError } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { failedRows, type FailedRow } from '../removal/failures'
import { counted } from '../model/words'
import { bulkCalls, type BulkRows } from './bulkCalls'
import { useUndo } from './useUndo'

/** Rows of one call, so that the progress moves and the server answers in time. */
const PART = 200

/** What is known of the rows that are to be changed. */
export interface Scope {
  readonly count: number
  /** The rows themselves, or the first of all that match. */
  readonly rows: readonly AnyRow[]
  /** By a filter and its count, when not by the rows. */
  readonly match: BulkRows | null
}

/** Where a bulk edit is: it asks what, then whether, then does it, and reports what failed. */
export type Stage =
  | { readonly at: 'choose' }
  | { readonly at: 'confirm'; readonly set: Values; readonly preview: ChangePreview | null }
  | { readonly at: 'run'; readonly set: Values; readonly done: number }
  | { readonly at: 'report'; readonly set: Values; readonly failed: readonly FailedRow[] }

interface BulkEditOptions {
  readonly resource: AnyResource
  readonly scope: Scope
  /** Another number of rows matches than was shown. */
  readonly onRecount: () => Promise<void>
  /** Some rows are another version now. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** The course of a bulk edit. */
export function useBulkEdit({ resource, scope, onRecount, onChanged, onClose }: BulkEditOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const undo = useUndo(resource)
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [error, setError] = useState<string | undefined>()
  const changed = useRef<readonly BulkChange[]>([])
  const done = useRef(0)
  const rest = useRef<readonly BulkRows[] | null>(null)
  const stopped = useRef(false)
  const calls = bulkCalls(resource)

  /** Says why it did not go on; when another number matches, asks again. */
  const refuse = async (problem: unknown, set: Values) => {
    const message = isApiError(problem) ? problem.problem.message : 'The server gave no answer'
    const recounted = isApiError(problem) && problem.problem.code === 'count_changed'
    setError(recounted ? `${message}. Is this still what you mean?` : message)
    if (recounted) {
      rest.current = null
      await onRecount()
    }
    setStage({ at: 'confirm', set, preview: null })
  }
  const foresee = async (set: Values) => {
    setError(undefined)
    if (!resource.previews || scope.count > BULK_PREVIEW_MAX) return setStage({ at: 'confirm', set, preview: null })
    const rows = scope.match ?? { ids: scope.rows.map(({ id }) => id) }
    const { data, error } = await dispatch(calls.previewBulkUpdate.initiate({ ...rows, set }))
    return data === undefined ? refuse(error, set) : setStage({ at: 'confirm', set, preview: data })
  }
  const leave = () => {
    const { length } = changed.current
    const same = done.current - length
    const already = same > 0 ? [`${length > 0 ? grouped(same) : counted(same, resource.nouns)} had that already`] : []
    const words = [...(length > 0 ? [`${counted(length, resource.nouns)} changed`] : []), ...already]
    if (words.length > 0) undo.ofChanges(words.join(', '), changed.current)
    if (length > 0) onChanged()
    onClose()
  }
  const run = async (set: Values, parts: readonly BulkRows[]) => {
    setError(undefined)
    stopped.current = false
    const failed: BulkFailure[] = []
    for (const [at, part] of parts.entries()) {
      if (stopped.current) break
      setStage({ at: 'run', set, done: done.current + failed.length })
      const { data, error } = await dispatch(calls.bulkUpdate.initiate({ ...part, set }))
      rest.current = parts.slice(data === undefined ? at : at + 1)
      if (data === undefined) return refuse(error, set)
      done.current += data.done
      changed.current = [...changed.current, ...data.changed]
      failed.push(...data.failed)
    }
    if (failed.length === 0) return leave()
    return setStage({ at: 'report', set, failed: await failedRows(dispatch, resource, failed, scope.rows) })
  }
  return {
    stage,
    error,
    /** Goes on to the question, once it is known what the change does to others. */
    foresee,
    back: () => {
      setError(undefined)
      setStage({ at: 'choose' })
    },
    /** Changes the rows; after a call without an answer, those that it and the later ones are about. */
    run: (set: Values) => run(set, rest.current ?? (scope.match === null ? partsOf(scope.rows) : [scope.match])),
    retry: (set: Values, rows: readonly AnyRow[]) => run(set, partsOf(rows)),
    /** Lets the call under way end, and sends no more. */
    stop: () => {
      stopped.current = true
    },
    /** Closes; what was changed by then is told, with the way back. */
    leave,
  }
}

function partsOf(rows: readonly AnyRow[]): BulkRows[] {
  const ids = rows.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / PART) }, (_none, at) => ({ ids: ids.slice(at * PART, (at + 1) * PART) }))
}
