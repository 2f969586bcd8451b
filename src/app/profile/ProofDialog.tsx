import { useId } from 'react'
import { Button } from '../../ui/controls/Button'
import { Failure } from '../../ui/overlay/Failure'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form, type FormProps } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { TextField } from '../../ui/form/TextField'

/** A change that needs a proof. */
export interface Question {
  readonly title: string
  /** Label of the button. */
  readonly action: string
  readonly description?: string
  readonly danger?: boolean
  /** Also asks for a name. */
  readonly named?: boolean
}

interface Props extends Question, Pick<FormProps<object>, 'refused'> {
  /** A call is under way: the dialog cannot be closed. */
  readonly busy: boolean
  /** Why the last call failed, if no input shows it. */
  readonly failure: string | null
  readonly onProof: (values: { readonly proof: string; readonly name: string }) => void
  readonly onClose: () => void
}

/** Asks for the password, or a code of the app, in case the session is in the wrong hands. */
export function ProofDialog({
  title,
  action,
  description,
  danger = false,
  named = false,
  busy,
  refused,
  failure,
  onProof,
  onClose,
}: Props) {
  const formId = useId()
  return (
    <Dialog
      size="sm"
      title={title}
      description={description}
      asks={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        label={title}
        initialValues={{ name: '', proof: '' }}
        validate={({ name }) => (named && name.trim() === '' ? { name: 'Name is required' } : {})}
        refused={refused}
        onSubmit={({ name, proof }) => onProof({ proof, name: name.trim() })}
      >
        <Failure>{failure}</Failure>
        {named && <TextField name="name" label="Name" hint="Such as the device it is on" maxLength={60} />}
        <PasswordField
          name="proof"
          label="Current password"
          hint="Or a code of your authenticator app, once it is set up"
          autoComplete="current-password"
        />
      </Form>
    </Dialog>
  )
}
