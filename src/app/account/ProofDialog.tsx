import { OwnUsername } from '../../crud/parts/OwnUsername'
import { FormDialog, type FormDialogProps } from '../../ui/form/FormDialog'
import { PasswordField } from '../../ui/form/PasswordField'
import { TextField } from '../../ui/form/TextField'

/** A change that needs a proof. */
export interface Proof extends Pick<FormDialogProps<object>, 'title' | 'action' | 'description' | 'danger'> {
  /** Also asks for a name. */
  readonly named?: boolean
}

interface Props extends Proof, Pick<FormDialogProps<object>, 'busy' | 'refused' | 'failure' | 'onClose'> {
  readonly onProof: (values: { readonly proof: string; readonly name: string }) => void
}

/** Asks for the password, or a code of the app, in case the session is in the wrong hands. */
export function ProofDialog({ named = false, onProof, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      size="sm"
      asks={false}
      initialValues={{ name: '', proof: '' }}
      validate={({ name }) => (named && name.trim() === '' ? { name: 'Name is required' } : {})}
      onSubmit={({ name, proof }) => onProof({ proof, name: name.trim() })}
    >
      {named && <TextField name="name" label="Name" hint="Such as the device it is on" maxLength={60} />}
      <OwnUsername />
      <PasswordField
        name="proof"
        label="Current password"
        hint="Or a code from your authenticator app, once it is set up"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
