import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { TextField } from '../../ui/form/TextField'
import { fieldsOf } from '../account/fieldsOf'

/** Performs the action with the proof; resolves to the refusal, if any. */
export type Proven = (values: { readonly proof: string; readonly name: string }) => Promise<unknown>

interface Props {
  readonly title: string
  /** Label of the button. */
  readonly action: string
  readonly danger?: boolean
  /** Also asks for a name. */
  readonly named?: boolean
  readonly children?: ReactNode
  readonly onProof: Proven
  readonly onClose: () => void
}

/** Asks for the password, or a code of the app, in case the session is in the wrong hands. */
export function ProofDialog({ title, action, danger = false, named = false, children, onProof, onClose }: Props) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={children}
      // Only the answer brings the recovery codes, which are shown once.
      onClose={busy ? () => undefined : onClose}
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
        onSubmit={async ({ name, proof }, { setFieldErrors }) => {
          setBusy(true)
          const error = await onProof({ proof, name: name.trim() }).finally(() => setBusy(false))
          if (error !== undefined) setFieldErrors(fieldsOf(error))
        }}
      >
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
