import { useDispatch } from 'react-redux'
import { api, type Tag } from '../../api/api'
import type { BulkChange, BulkFailure, BulkOutcome } from '../../contract/bulk'
import { grouped } from '../../ui/text/numberWords'
import { useNotifications } from '../../ui/overlay/Toaster'
import type { Toast } from '../../ui/overlay/ToastStack'
import { createCallKeys } from '../model/callKeys'
import { CHARACTERS_PER_CALL, ROWS_PER_CALL } from '../model/callLimits'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { nameOf, type ApiDispatch } from '../model/reference'
import { isRepeatable, useUndoAction, type Settled } from '../model/useUndoAction'
import { counted } from '../model/words'
import { bulkCalls, type BulkReversal } from './bulkCalls'

/** What an undo says of counted rows. */
interface UndoWords {
  readonly doing: (rows: string) => string
  readonly done: (rows: string) => string
}

const restoring: UndoWords = { doing: (rows) => `Restoring ${rows}…`, done: (rows) => `${rows} restored` }
const changingBack: UndoWords = { doing: (rows) => `Changing ${rows} back…`, done: (rows) => `${rows} changed back` }

/** Functions that show a toast with an Undo button after a change. The button works after its screen has unmounted, too. */
export function useUndo(resource: AnyResource) {
  const dispatch = useDispatch<ApiDispatch>()
  const { show } = useNotifications()
  const undoAction = useUndoAction()
  const { nouns } = resource

  /**
   * Sends an undo in parts, and shows in one toast how far it is, and then the outcome: the first refusal, if any; when a part gets no answer, it
   * offers to retry from there on, and the counts so far are carried over. A refused part is explained by its alert.
   */
  const undoInParts = async <Item>(
    items: readonly Item[],
    send: (part: readonly Item[]) => Promise<Settled<BulkOutcome>>,
    words: UndoWords,
    refusedBefore: readonly BulkFailure[] = [],
    doneBefore = 0,
  ): Promise<void> => {
    let done = doneBefore
    const refused = [...refusedBefore]
    let sent = 0
    const underWay = (): Toast => ({
      message: words.doing(counted(items.length, nouns)),
      tone: 'info',
      progress: { value: sent, max: items.length },
    })
    const replace = show(underWay())
    for (const part of callsFor(items)) {
      const { data, error } = await send(part)
      if (data === undefined) {
        const unsent = items.slice(sent)
        const again = { label: 'Retry', onAct: () => void undoInParts(unsent, send, words, refused, done) }
        const message = `Undo failed for ${counted(unsent.length, nouns)}`
        return isRepeatable(error)
          ? replace({ message: `${message}: the server did not answer`, tone: 'info', action: again })
          : replace({ message, tone: 'info' })
      }
      sent += part.length
      done += data.done
      refused.push(...data.failed)
      replace(underWay())
    }
    const [first] = refused
    if (first === undefined) return replace({ message: words.done(counted(done, nouns)) })
    const all = words.done(counted(done + refused.length, nouns))
    replace({ message: `${grouped(done)} of ${all}. ${first.message}.`, tone: 'info' })
  }

  return {
    /** After the deletion of one row. */
    offerForRemoval(message: string, row: AnyRow): void {
      const restore = (undoes: string) => dispatch(bulkCalls(resource).restore.initiate({ id: row.id, undoes }))
      const undo = undoAction(nameOf(resource, row), restore, (restored) => `${nameOf(resource, restored)} restored`)
      show({ message, action: undo })
    },
    /** After the deletion of many rows; without ids, the toast has no button. */
    offerForRemovals(message: string, ids: readonly string[]): void {
      const send = (part: readonly string[]) => dispatch(bulkCalls(resource).bulkRestore.initiate(part))
      const restore = () => undoInParts(ids, send, restoring)
      show({ message, ...(ids.length > 0 && { action: { label: 'Undo', onAct: () => void restore() } }) })
    },
    /** After a bulk edit; without changes, the toast has no button. `counting`: the resources whose rows count the changed ones. */
    offerForChanges(message: string, changed: readonly BulkChange[], counting: readonly Tag[] = []): void {
      const changes = changed.map(({ id, version, before }) => ({ id, version, set: before }))
      const keys = createCallKeys()
      const send = async (part: BulkReversal['changes']) => {
        const body = { changes: part }
        const answer = await dispatch(bulkCalls(resource).bulkUpdate.initiate({ ...body, key: keys.keyOf(body) }))
        dispatch(api.util.invalidateTags([...counting]))
        return answer
      }
      const putBack = () => undoInParts(changes, send, changingBack)
      show({ message, ...(changes.length > 0 && { action: { label: 'Undo', onAct: () => void putBack() } }) })
    },
  }
}

/** Divides items into calls by number and size. */
function callsFor<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  let length = 0
  for (const item of items) {
    const last = parts.at(-1)
    const size = JSON.stringify(item).length
    if (last === undefined || last.length === ROWS_PER_CALL || length + size > CHARACTERS_PER_CALL) {
      parts.push([item])
      length = size
    } else {
      last.push(item)
      length += size
    }
  }
  return parts
}
