import { useId, useState, type ReactNode } from 'react'
import { Failure } from './Failure'
import { Button } from '../controls/Button'
import { CancelButton } from './CancelButton'
import { Dialog } from './Dialog'
import '../form/field.css'

export interface ConfirmDialogProps {
  readonly title: string
  /** The consequence, in words and numbers. */
  readonly children: ReactNode
  /** Verb and object, e.g. "Delete 3 sensors". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  readonly tone?: 'danger' | 'primary' | undefined
  /** Text that the user has to type to enable the button, e.g. the gateway's name: for actions that cannot be undone. */
  readonly typed?: string | undefined
  /** Further inputs, such as what to do with rows in use. */
  readonly fields?: ReactNode | undefined
  /** A required input is empty: the button is disabled. */
  readonly blocked?: boolean | undefined
  readonly busy?: boolean | undefined
  /** While busy, the cancelling button stops the action. */
  readonly stoppable?: boolean | undefined
  /** Why the action failed; the dialog stays open. */
  readonly error?: string | null | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  typed,
  fields,
  blocked = false,
  busy = false,
  stoppable = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const [text, setText] = useState('')
  const formId = useId()
  const closable = !busy || stoppable
  const ready = !blocked && (typed === undefined || asShown(text) === asShown(typed))
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      description={children}
      asks={!busy}
      onClose={closable ? onCancel : () => undefined}
      footer={
        <>
          <CancelButton aria-disabled={!closable || undefined} data-autofocus={typed === undefined || undefined}>
            {cancelLabel}
          </CancelButton>
          <Button type="submit" form={formId} variant={tone} busy={busy} disabled={!ready}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="confirm-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !busy) onConfirm()
        }}
      >
        {fields}
        {typed !== undefined && (
          <label className="field">
            <span className="field-label">
              Type <strong className="confirm-phrase">{typed}</strong> to confirm
            </span>
            <span className="control">
              <input
                className="input"
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
          </label>
        )}
        {/* Removed while it is tried again, so that the same reason is announced again. */}
        <Failure>{busy ? null : error}</Failure>
      </form>
    </Dialog>
  )
}

/** A text as the page shows it: a run of blanks is one space. */
function asShown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
