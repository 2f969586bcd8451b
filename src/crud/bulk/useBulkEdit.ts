import { useDispatch } from 'react-redux'
import { fromPromise, type EventFromLogic, type SnapshotFrom } from 'xstate'
import { bulkEditMachine, type BulkEditContext, type BulkRows, type BulkSet } from '../../../machines/bulkEditMachine'
import { BULK_PREVIEW_MAX, type BulkChange } from '../../contract/bulk'
import { grouped } from '../../ui/text/numberWords'
import { useFlow, useOnAbandon } from '../../ui/environment/useFlow'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'
import { failedRows } from './failures'
import { counted } from '../model/words'
import { bulkCalls } from './bulkCalls'
import { byId } from './parts'
import { answerOf, useRepeatable } from './sentCall'
import { useUndo } from './useUndo'

/** The rows that an edit changes. */
export interface Scope {
  readonly count: number
  /** The rows themselves, or the first of all matching rows. */
  readonly rows: readonly AnyRow[]
  /** Filter and count, when the rows are not given by id. */
  readonly match: BulkRows | null
}

export type BulkEditSnapshot = SnapshotFrom<typeof bulkEditMachine>
export type SendBulkEdit = (event: EventFromLogic<typeof bulkEditMachine>) => void

interface BulkEditOptions {
  readonly resource: AnyResource
  readonly scope: Scope
  /** Called when the number of matching rows differs from the one shown. */
  readonly onRecount: () => Promise<void>
  /** Called after rows have changed. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Runs a bulk edit: the machine with its effects. */
export function useBulkEdit({ resource, scope, onRecount, onChanged, onClose }: BulkEditOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const undo = useUndo(resource)
  const calls = bulkCalls(resource)
  const change = useRepeatable((call: BulkRows & { set: BulkSet; key?: string }) => dispatch(calls.bulkUpdate.initiate(call)))
  const rows = targetOf(scope)
  const announce = ({ done, changed }: Pick<BulkEditContext, 'done' | 'changed'>) => {
    const words = wordsOf(resource, done, changed)
    if (words !== '') undo.offerForChanges(words, changed)
  }
  const flow = useFlow(
    bulkEditMachine.provide({
      actors: {
        preview: fromPromise(({ input: { set } }) => answerOf(dispatch(calls.previewBulkUpdate.initiate({ ...rows, set })))),
        changePart: fromPromise(async ({ input: { set, part = rows }, signal }) => {
          const outcome = await answerOf(change({ ...part, set }))
          // The user has left the page, and no machine announces it any more.
          if (signal.aborted) announce(outcome)
          return outcome
        }),
        recount: fromPromise(onRecount),
        nameRows: fromPromise(({ input: { refused } }) => failedRows(dispatch, resource, refused, scope.rows)),
      },
      actions: {
        announceChanges(_scope, result) {
          announce(result)
          if (result.changed.length > 0) onChanged()
          onClose()
        },
      },
    }),
  )
  useOnAbandon(flow[2], announce)
  return flow
}

/** Whether the effect on rows of other areas can be previewed. */
export function canPreview(resource: AnyResource, { count }: Scope): boolean {
  return resource.previews && count <= BULK_PREVIEW_MAX
}

/** The rows of a scope, as a call takes them. */
export function targetOf({ rows, match }: Scope): BulkRows {
  return match ?? byId(rows)
}

/** The outcome in words; empty when no row was processed. */
function wordsOf({ nouns }: AnyResource, done: number, { length }: readonly BulkChange[]): string {
  const unchanged = done - length
  const already = unchanged > 0 ? [`${length > 0 ? grouped(unchanged) : counted(unchanged, nouns)} already had these values`] : []
  return [...(length > 0 ? [`${counted(length, nouns)} changed`] : []), ...already].join(', ')
}
