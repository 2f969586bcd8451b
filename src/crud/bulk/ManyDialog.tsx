import { useState, type ReactNode } from 'react'
import type { BulkOutcome } from '../../contract/bulk'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyResource, BulkDialogProps } from '../model/declaration'
import { sentenceOf } from '../model/problems'
import { counted } from '../model/words'

interface ManyDialogProps<Outcome extends BulkOutcome> extends BulkDialogProps {
  readonly resource: AnyResource
  /** "Resolve". */
  readonly verb: string
  /** "resolved". */
  readonly deed: string
  readonly danger?: boolean
  /** What is asked before. */
  readonly fields?: ReactNode
  /** What is asked is not answered yet. */
  readonly blocked?: boolean
  /** What else there is to know before. */
  readonly children: ReactNode
  readonly send: (rows: BulkDialogProps['rows']) => Promise<{ readonly data?: Outcome | undefined; readonly error?: unknown }>
  /** Says how many were done, as where that can be undone; a toast where it is left out. */
  readonly tell?: (words: string, outcome: Outcome) => void
}

/** Asks, then does the same with all selected rows; says how many were done, and why one was not. */
export function ManyDialog<Outcome extends BulkOutcome>({
  rows,
  count,
  onClose,
  onDone,
  resource,
  verb,
  deed,
  danger = false,
  send,
  tell,
  ...asked
}: ManyDialogProps<Outcome>) {
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
      if (tell === undefined) toast({ message: words, tone: 'success' })
      else tell(words, answer.data)
      onDone()
    }
    // Somebody else was first, mostly.
    if (first !== undefined) return setError(`${counted(failed.length, resource.nouns)} could not be ${deed}. ${first.message}.`)
    return onClose()
  }
  return (
    <ConfirmDialog
      open
      tone={danger ? 'danger' : 'primary'}
      title={`${verb} ${counted(count, resource.nouns)}?`}
      confirmLabel={`${verb} ${counted(count, resource.nouns)}`}
      fields={asked.fields}
      blocked={asked.blocked}
      busy={busy}
      error={error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {asked.children}
    </ConfirmDialog>
  )
}
