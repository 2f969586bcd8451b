import { useState, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { BULK_IDS_MAX, type BulkFailure, type BulkOutcome } from '../../contract/bulk'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import { matchOf } from '../list/query'
import type { AnyResource, BulkDialogProps } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { failureOf, fetchMatching } from './matching'

interface ManyDialogProps<Outcome extends BulkOutcome> extends BulkDialogProps {
  readonly resource: AnyResource
  /** Infinitive on the button: "Resolve". */
  readonly verb: string
  /** Past participle for messages: "resolved". */
  readonly deed: string
  readonly danger?: boolean
  /** Inputs shown before the button. */
  readonly fields?: ReactNode
  /** A required input is still empty. */
  readonly blocked?: boolean
  /** What the user should know before confirming. */
  readonly children: ReactNode
  readonly send: (rows: BulkDialogProps['rows']) => Promise<{ readonly data?: Outcome | undefined; readonly error?: unknown }>
  /** Reports the count when the action can be undone; defaults to a toast. */
  readonly onSuccess?: (words: string, outcome: Outcome) => void
}

/**
 * Asks for confirmation, applies an action to all selected rows, and reports how many succeeded and why the first other one failed. Those
 * that failed can be tried again. When another number of rows matches by then, none is changed, and it asks again with that number.
 */
export function ManyDialog<Outcome extends BulkOutcome>({
  rows: selectedRows,
  count: selectedCount,
  query,
  onRecounted,
  onClose,
  onDone,
  resource,
  verb,
  deed,
  danger = false,
  send,
  onSuccess,
  ...content
}: ManyDialogProps<Outcome>) {
  // The list drops its selection once some rows are processed.
  const [{ rows, count }, setRest] = useState({ rows: selectedRows, count: selectedCount })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const announce = (outcome: Outcome) => {
    if (outcome.done === 0) return
    const words = `${counted(outcome.done, resource.nouns)} ${deed}`
    if (onSuccess === undefined) toast({ message: words, tone: 'success' })
    else onSuccess(words, outcome)
    onDone()
  }
  const reasonsOf = (failed: readonly BulkFailure[]) => {
    const reasons = [...new Set(failed.map(({ message }) => message))]
    // Mostly another user acted on the row first.
    return `${counted(failed.length, resource.nouns)} could not be ${deed}. ${reasons.length > 1 ? 'The first reason: ' : ''}${reasons[0]}.`
  }
  const recount = async () => {
    const now = await fetchMatching(dispatch, resource, query)
    onRecounted(now.count)
    if (now.count === 0) onClose()
    setRest({ rows: { filter: matchOf(query), expectedCount: now.count }, count: now.count })
  }
  const run = async () => {
    const failed: BulkFailure[] = []
    const parts = partsOf(rows)
    for (const [at, part] of parts.entries()) {
      const { data, error } = await send(part)
      if (data === undefined) {
        const { message, recounted } = failureOf(error)
        // A count that fails has the console's alert; the next try is refused by the old number, and counts again.
        if (recounted) await recount().catch(() => {})
        const unanswered = parts.slice(at).flatMap(idsOf)
        if (at > 0) setRest(restOf([...failed.map(({ id }) => id), ...unanswered]))
        if (failed.length === 0) return setError(message)
        return setError(`${reasonsOf(failed)} For ${counted(unanswered.length, resource.nouns)}: ${message}`)
      }
      announce(data)
      failed.push(...data.failed)
    }
    if (failed.length === 0) return onClose()
    setRest(restOf(failed.map(({ id }) => id)))
    return setError(reasonsOf(failed))
  }
  const confirm = async () => {
    setError(null)
    setBusy(true)
    await run()
    setBusy(false)
  }
  return (
    <ConfirmDialog
      open
      tone={danger ? 'danger' : 'primary'}
      title={`${verb} ${counted(count, resource.nouns)}?`}
      confirmLabel={`${verb} ${counted(count, resource.nouns)}`}
      fields={content.fields}
      blocked={content.blocked}
      busy={busy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {content.children}
    </ConfirmDialog>
  )
}

type Rows = BulkDialogProps['rows']

/** Divides rows into calls. */
function partsOf(rows: Rows): readonly Rows[] {
  const ids = idsOf(rows)
  if (ids.length <= BULK_IDS_MAX) return [rows]
  return Array.from({ length: Math.ceil(ids.length / BULK_IDS_MAX) }, (_none, at) => ({
    ids: ids.slice(at * BULK_IDS_MAX, (at + 1) * BULK_IDS_MAX),
  }))
}

/** The ids of rows; empty for a filter. */
function idsOf(rows: Rows): readonly string[] {
  return 'ids' in rows ? rows.ids : []
}

function restOf(ids: readonly string[]) {
  return { rows: { ids }, count: ids.length }
}
