import { useState, type ReactNode } from 'react'
import type { BulkOutcome } from '../../contract/bulk'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyResource, BulkDialogProps } from '../model/declaration'
import { sentenceOf } from '../model/problems'
import { counted } from '../model/words'

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
 * that failed can be tried again.
 */
export function ManyDialog<Outcome extends BulkOutcome>({
  rows: selectedRows,
  count: selectedCount,
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
  const toast = useToast()
  const confirm = async () => {
    setError(null)
    setBusy(true)
    const answer = await send(rows)
    setBusy(false)
    if (answer.data === undefined) return setError(sentenceOf(answer.error))
    const { done, failed } = answer.data
    const [first] = failed
    if (done > 0) {
      const words = `${counted(done, resource.nouns)} ${deed}`
      if (onSuccess === undefined) toast({ message: words, tone: 'success' })
      else onSuccess(words, answer.data)
      onDone()
    }
    if (first === undefined) return onClose()
    setRest({ rows: { ids: failed.map(({ id }) => id) }, count: failed.length })
    // Mostly another user acted on the row first.
    return setError(`${counted(failed.length, resource.nouns)} could not be ${deed}. ${first.message}.`)
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
