import { useDispatch } from 'react-redux'
import { isAlerting } from '../../api/errors'
import type { BulkChange, BulkFailure, BulkOutcome } from '../../contract/bulk'
import { grouped } from '../../ui/text/numberWords'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { isApiError } from '../model/problems'
import { nameOf, type ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { bulkCalls, type BulkReversal } from './bulkCalls'

/** Limits of one call: rows, so that the server answers in time, and characters, so that the body is accepted. */
const PART = 200
const PART_LENGTH = 250_000

interface Answer {
  readonly data?: BulkOutcome | undefined
}

/** Shows a toast with an Undo button after a change. The button works after its screen has unmounted, too. */
export function useUndo(resource: AnyResource) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const { nouns } = resource

  /** Sends the undo in parts. The toast shows what the server refuses; when a part gets no answer, it offers to retry the rest. */
  const takeBack = async <Item>(
    items: readonly Item[],
    send: (part: readonly Item[]) => Promise<Answer>,
    done: (count: number) => string,
    failed: readonly BulkFailure[] = [],
    before = 0,
  ): Promise<void> => {
    let sum = before
    const refused = [...failed]
    let at = 0
    for (const part of partsOf(items)) {
      const { data } = await send(part)
      if (data === undefined) {
        const rest = items.slice(at)
        const again = () => void takeBack(rest, send, done, refused, sum)
        const message = `Undo failed for ${counted(rest.length, nouns)}: the server did not answer`
        return toast({ message, tone: 'info', action: { label: 'Try again', onAct: again } })
      }
      at += part.length
      sum += data.done
      refused.push(...data.failed)
    }
    const [first] = refused
    if (first === undefined) return toast({ message: done(sum) })
    const all = sum + refused.length
    toast({ message: `${grouped(sum)} of ${done(all)}. ${first.message}.`, tone: 'info' })
  }

  return {
    /** Undo of one deletion. */
    ofRemoval(message: string, row: AnyRow): void {
      const restore = async () => {
        const { data, error } = await dispatch(bulkCalls(resource).restore.initiate(row.id))
        if (data !== undefined) toast({ message: `${nameOf(resource, data)} restored` })
        // A refusal is explained by the alert; without an answer, Undo can be tried again.
        else if (isApiError(error) && isAlerting(error) && error.kind !== 'refused')
          toast({ message: `Undo failed for ${nameOf(resource, row)}: the server did not answer`, tone: 'info', action: again })
      }
      const again = { label: 'Try again', onAct: () => void restore() }
      toast({ message, action: { ...again, label: 'Undo' } })
    },
    /** Undo of many deletions. */
    ofRemovals(message: string, ids: readonly string[]): void {
      const send = (part: readonly string[]) => dispatch(bulkCalls(resource).bulkRestore.initiate(part))
      const restore = () => takeBack(ids, send, (count) => `${counted(count, nouns)} restored`)
      toast({ message, ...(ids.length > 0 && { action: { label: 'Undo', onAct: () => void restore() } }) })
    },
    /** Undo of a bulk edit. */
    ofChanges(message: string, changed: readonly BulkChange[]): void {
      const changes = changed.map(({ id, version, before }) => ({ id, version, set: before }))
      const send = (part: BulkReversal['changes']) => dispatch(bulkCalls(resource).bulkUpdate.initiate({ changes: part }))
      const putBack = () => takeBack(changes, send, (count) => `${counted(count, nouns)} as before`)
      toast({ message, ...(changes.length > 0 && { action: { label: 'Undo', onAct: () => void putBack() } }) })
    },
  }
}

function partsOf<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = []
  let length = 0
  for (const item of items) {
    const last = parts.at(-1)
    const size = JSON.stringify(item).length
    if (last === undefined || last.length === PART || length + size > PART_LENGTH) {
      parts.push([item])
      length = size
    } else {
      last.push(item)
      length += size
    }
  }
  return parts
}
