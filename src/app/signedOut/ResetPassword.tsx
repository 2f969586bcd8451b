import { useState } from 'react'
import { authApi } from '../../api/authApi'
import { fieldsOf } from '../../crud/model/problems'
import { Alert } from '../../ui/overlay/Alert'
import { Form, SubmitButton } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { useSessionActor } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { SuccessPage } from './SuccessPage'
import { useMailedToken } from './useMailedToken'
import { usePasswordHint } from './passwordHint'

const schema = async () => (await import('./schemas')).resetForm
const blank = { password: '', password_confirmation: '' }

/** /reset-password?token=…: the target of the mailed link. */
export function ResetPassword() {
  const token = useMailedToken()
  const hint = usePasswordHint()
  const session = useSessionActor()
  const [reset] = authApi.useResetPasswordMutation()
  const [state, setState] = useState<'asking' | 'done' | 'deadLink'>(token === '' ? 'deadLink' : 'asking')

  if (state === 'done')
    return <SuccessPage title="Password changed" lead="You were signed out everywhere. Sign in with the new password." />
  return (
    <SignedOutPage
      title="Reset password"
      lead="Choose a new password."
      links={[accountLinks.signIn, accountLinks.forgotPassword]}
    >
      {state === 'deadLink' && (
        <Alert tone="danger">
          This link is incomplete, was used before, or is too old. Ask for a new one under “Forgot password?”.
        </Alert>
      )}
      <Form
        label="Reset password"
        initialValues={blank}
        schema={schema}
        onSubmit={async (values, tools) => {
          const { error } = await reset({ token, ...values })
          if (error === undefined) {
            // The server has ended that account's sessions; with another's, the button below would lead to the dashboard.
            session.send({ type: 'signOut' })
            return setState('done')
          }
          const fields = fieldsOf(error)
          if ('token' in fields) setState('deadLink')
          return tools.setFieldErrors(fields)
        }}
      >
        <PasswordField name="password" label="Password" autoComplete="new-password" hint={hint} disabled={token === ''} />
        <PasswordField
          name="password_confirmation"
          label="Confirm password"
          autoComplete="new-password"
          disabled={token === ''}
        />
        <SubmitButton size="lg" disabled={token === ''}>
          Change password
        </SubmitButton>
      </Form>
    </SignedOutPage>
  )
}
