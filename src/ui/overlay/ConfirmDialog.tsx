import { useId, useState, type ReactNode } from 'react'
import { Alert } from './Alert'
import { Button } from '../controls/Button'
import { Dialog } from './Dialog'
import '../form/field.css'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  /** What will happen, in words and numbers. */
  readonly children: ReactNode
  /** The verb, e.g. "Delete 3 sensors". */
  readonly confirmLabel: string
  readonly cancelLabel?: string | undefined
  readonly tone?: 'danger' | 'primary' | undefined
  /** Must be typed before the button works, e.g. the gateway's name: for what cannot be restored. */
  readonly typed?: string | undefined
  /** Asked beside the question, such as what to do with rows in use. */
  readonly fields?: ReactNode | undefined
  /** Something is still missing: it cannot be confirmed yet. */
  readonly blocked?: boolean | undefined
  readonly busy?: boolean | undefined
  /** Why it failed; the dialog stays. */
  readonly error?: string | null | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks once before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.open ? <OpenConfirmDialog {...props} /> : null
}

function OpenConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    tone = 'danger',
    typed,
    fields,
    blocked = false,
    busy = false,
    error,
    onConfirm,
    onCancel,
  } = props
  const [text, setText] = useState('')
  const formId = useId()
  const ready = !blocked && (typed === undefined || text.trim() === typed.trim())
  return (
    <Dialog
      open
      role="alertdialog"
      size="sm"
      title={title}
      description={children}
      onClose={busy ? () => undefined : onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy} data-autofocus={typed === undefined || undefined}>
            {cancelLabel}
          </Button>
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
        {error && (
          <Alert tone="danger" role="alert">
            {error}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}
