import { useLocation, useNavigate } from 'react-router-dom'
import { authApi } from '../../api/authApi'
import { fieldsOf } from '../../crud/model/problems'
import { LinkButton } from '../../ui/controls/Button'
import { Form, SubmitButton } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { useSessionActor } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { SuccessPage } from './SuccessPage'
import { useMailedToken } from './useMailedToken'
import { usePasswordHint } from './passwordHint'

const schema = async () => (await import('./schemas')).resetForm
const blank = { password: '', password_confirmation: '' }

/** State of the history entry, in place of the token, once the password is changed. */
const CHANGED = 'changed'

/** /reset-password?token=…: the target of the mailed link. */
export function ResetPassword() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const token = useMailedToken()
  // A spent token is of no use to a reload, and is forgotten.
  const end = (outcome: typeof CHANGED | null) => void navigate(pathname, { replace: true, state: outcome })
  if (state === CHANGED)
    return <SuccessPage title="Password changed" lead="You were signed out everywhere. Sign in with the new password." />
  return token === '' ? <DeadLink /> : <NewPassword token={token} onChanged={() => end(CHANGED)} onRefused={() => end(null)} />
}

interface NewPasswordProps {
  readonly token: string
  readonly onChanged: () => void
  /** The server refused the link itself. */
  readonly onRefused: () => void
}

function NewPassword({ token, onChanged, onRefused }: NewPasswordProps) {
  const hint = usePasswordHint()
  const session = useSessionActor()
  const [reset] = authApi.useResetPasswordMutation()
  return (
    <SignedOutPage
      title="Reset password"
      lead="Choose a new password."
      links={[accountLinks.signIn, accountLinks.forgotPassword]}
    >
      <Form
        label="Reset password"
        initialValues={blank}
        schema={schema}
        onSubmit={async (values, tools) => {
          const { error } = await reset({ token, ...values })
          if (error === undefined) {
            // The server has ended that account's sessions; with another's, the button below would lead to the dashboard.
            session.send({ type: 'signOut' })
            return onChanged()
          }
          const fields = fieldsOf(error)
          return 'token' in fields ? onRefused() : tools.setFieldErrors(fields)
        }}
      >
        <PasswordField name="password" label="Password" autoComplete="new-password" hint={hint} />
        <PasswordField name="password_confirmation" label="Confirm password" autoComplete="new-password" />
        <SubmitButton size="lg">Change password</SubmitButton>
      </Form>
    </SignedOutPage>
  )
}

function DeadLink() {
  return (
    <SignedOutPage
      title="Link not valid"
      lead={
        <>
          This link is incomplete, was used before, is too old, or was replaced by a newer one. If you have just changed your
          password with it, sign in with the new password.
        </>
      }
      links={[accountLinks.signIn]}
    >
      <LinkButton href={accountLinks.forgotPassword.href} variant="primary" size="lg">
        Send reset instructions again
      </LinkButton>
    </SignedOutPage>
  )
}
