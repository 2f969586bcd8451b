import { useChangePasswordMutation } from '../../api/accountApi'
import { fieldsOf } from '../../crud/model/problems'
import { OwnUsername } from '../../crud/parts/OwnUsername'
import { Card, FieldGrid } from '../../ui/layout/Card'
import { Form, SubmitButton } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { useToast } from '../../ui/overlay/Toaster'
import { usePasswordHint } from '../signedOut/passwordHint'
import { Unsaved } from '../../ui/form/Unsaved'

const blank = { current_password: '', password: '', password_confirmation: '' }
const schema = async () => (await import('../../contract/account')).changePasswordBody

/** Changes the password, given the current one. */
export function PasswordCard() {
  const [change] = useChangePasswordMutation()
  const hint = usePasswordHint()
  const toast = useToast()
  return (
    <Card title="Password" description="Changing it signs you out everywhere else.">
      <Form
        label="Password"
        className="measure"
        initialValues={blank}
        schema={schema}
        onSubmit={async (values, { reset, setFieldErrors }) => {
          const { error } = await change(values)
          if (error !== undefined) return setFieldErrors(fieldsOf(error))
          reset()
          return toast({ message: 'Your password has been changed, and every other session has ended' })
        }}
      >
        <OwnUsername />
        <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
        <FieldGrid>
          <PasswordField name="password" label="New password" autoComplete="new-password" hint={hint} />
          <PasswordField name="password_confirmation" label="Confirm password" autoComplete="new-password" />
        </FieldGrid>
        <SubmitButton className="at-start">Change password</SubmitButton>
        <Unsaved />
      </Form>
    </Card>
  )
}
