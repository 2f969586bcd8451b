import { useDispatch } from 'react-redux'
import { fromPromise } from 'xstate'
import {
  manyRowsMachine,
  type BulkRows,
  type ManyRowsContext,
  type ManyRowsOutcome,
  type ManyRowsResult,
} from '../../../machines/manyRowsMachine'
import type { Successor } from '../../../machines/removalMachine'
import { api } from '../../api/api'
import { useFlow, useOnAbandon } from '../../ui/environment/useFlow'
import { useToast } from '../../ui/overlay/Toaster'
import { ROWS_PER_CALL } from '../model/callLimits'
import type { AnyResource, BulkDialogProps } from '../model/declaration'
import { readPage, type ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { failedRows } from './failures'
import { ROWS_NAMED } from './names'
import { partsAgain, partsOf, rowsIn } from './parts'
import { answerOf, type SentCall } from './sentCall'

export type ManyRowsRun = ReturnType<typeof useManyRows<NonNullable<ManyRowsContext['preview']>>>

/** The rows of a run. Those that are given by id are never counted again, and need no query. */
export interface RunRows
  extends
    Pick<BulkDialogProps, 'rows' | 'count' | 'loadedRows' | 'onClose' | 'onDone'>,
    Partial<Pick<BulkDialogProps, 'query' | 'onRecounted'>> {}

interface ManyRowsOptions<Preview> extends RunRows {
  readonly resource: AnyResource
  /** Past participle for messages: "deleted". */
  readonly deed: string
  /** Previews the action; left out when it has no preview. */
  readonly preview?: (rows: BulkRows) => SentCall<Preview>
  /** Does the action to the rows of one call. */
  readonly act: (part: BulkRows, successor: Successor | null) => SentCall<ManyRowsOutcome>
  /** Called with the outcome, once the run is over or the user has left the page. */
  readonly announce: (result: ManyRowsResult) => void
}

/** Runs an action on many rows: the machine with its effects. Leaving the page stops it after the call in progress. */
export function useManyRows<Preview extends NonNullable<ManyRowsContext['preview']>>(options: ManyRowsOptions<Preview>) {
  const { resource, deed, rows, loadedRows, query, onRecounted, preview, act, onDone, onClose } = options
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const rowsOf = (count: number): BulkRows => ('ids' in rows ? rows : { ...rows, expectedCount: count })
  const announce = (result: ManyRowsResult) => {
    if (result.done > 0) options.announce(result)
    if (result.unknown === 0) return
    dispatch(api.util.invalidateTags([resource.name, 'Analytics']))
    const were = result.unknown === 1 ? 'was' : 'were'
    toast({ message: `It is not known whether ${counted(result.unknown, resource.nouns)} ${were} ${deed}`, tone: 'info' })
  }
  const flow = useFlow(
    manyRowsMachine.provide({
      actors: {
        preview: fromPromise(async ({ input: { count } }) => (preview ? answerOf(preview(rowsOf(count))) : null)),
        act: fromPromise(async ({ input: { part = rows, successor }, signal }) => {
          const outcome = await answerOf(act(part, successor))
          const { done, restorable = [], changed = [] } = outcome
          // The user has left the page, and no machine announces it any more.
          if (signal.aborted) announce({ done, left: 0, unknown: 0, restorable, changed, successor })
          else if (done > 0) onDone(doneIds(part, outcome))
          return outcome
        }),
        ...(query && {
          recount: fromPromise(async () => {
            const { result, meta } = await readPage(dispatch, resource, { ...query, page: 1, pageSize: ROWS_NAMED + 1 })
            onRecounted?.(meta.total)
            return { count: meta.total, rows: result }
          }),
        }),
        nameRows: fromPromise(({ input }) => failedRows(dispatch, resource, input.refused, input.rows)),
      },
      actions: {
        announce({ context: { parts, at } }, result) {
          announce(result)
          if (result.unknown > 0) onDone(rowsIn(parts.slice(at, at + 1)))
          onClose()
        },
      },
    }),
    { input: { count: options.count, rows: loadedRows } },
  )
  const [snapshot, send, actor] = flow
  useOnAbandon(actor, announce)
  const { context } = snapshot
  const isRunning = snapshot.matches('running')
  const canStop = isRunning && context.at + 1 < context.parts.length
  const isEnding = (isRunning && !canStop) || snapshot.matches('naming')
  const { length } = context.failed.length > 0 ? context.failed : 'ids' in rows ? rows.ids : []
  return {
    ...context,
    resource,
    deed,
    /** All rows that the list matches are selected. */
    isAll: 'filter' in rows,
    preview: context.preview as Preview | null,
    isOver: snapshot.matches('closed'),
    /** The preview, or the count, is not known yet. */
    isPreparing: snapshot.matches('previewing') || snapshot.matches('recounting'),
    /** Further calls follow the one in progress. */
    canStop,
    /** The last call is in progress, or the failed rows are being named. */
    isEnding,
    /** How many rows of this attempt are answered; null while nothing is sent, and for a single call. */
    progress:
      (canStop || isEnding) && length > ROWS_PER_CALL
        ? { value: rowsIn(context.parts.slice(0, context.at)).length, max: length }
        : null,
    confirm: (successor: Successor | null) => send({ type: 'confirm', parts: partsOf(rowsOf(context.count)), successor }),
    retry: () => send({ type: 'retry', parts: partsAgain(context) }),
    leave: () => send({ type: canStop ? 'stop' : 'close' }),
  }
}

/** Ids of a call's rows that did not fail; none for a filter. */
function doneIds(part: BulkRows, { failed }: ManyRowsOutcome): readonly string[] {
  if (!('ids' in part)) return []
  const ids = new Set(failed.map(({ id }) => id))
  return part.ids.filter((id) => !ids.has(id))
}
