import { useId } from 'react'
import { Button } from '../controls/Button'
import { CancelButton } from '../overlay/CancelButton'
import { Dialog, type DialogProps } from '../overlay/Dialog'
import { Failure } from '../overlay/Failure'
import { Form, type FormProps } from './Form'

export interface FormDialogProps<V extends object>
  extends
    Omit<DialogProps, 'children' | 'footer'>,
    Pick<FormProps<V>, 'initialValues' | 'validate' | 'refused' | 'onSubmit' | 'children'> {
  /** Label of the button that submits. */
  readonly action: string
  readonly danger?: boolean | undefined
  /** A call is under way: the dialog cannot be closed. */
  readonly busy: boolean
  /** Nothing can be submitted: the button is disabled. */
  readonly blocked?: boolean | undefined
  /** Why the last call failed, if no input shows it. */
  readonly failure?: string | null | undefined
}

/** A dialog around one form. Without an input the focus goes to Cancel. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { action, danger = false, busy, blocked = false, failure, ...rest } = props
  const { initialValues, validate, refused, onSubmit, children, onClose, ...dialog } = rest
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      onClose={busy ? () => undefined : onClose}
      footer={
        <>
          <CancelButton disabled={busy} data-autofocus={!children || undefined} />
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={blocked}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={formId} label={dialog.title} {...{ initialValues, validate, refused, onSubmit }}>
        <Failure>{failure}</Failure>
        {children}
      </Form>
    </Dialog>
  )
}
