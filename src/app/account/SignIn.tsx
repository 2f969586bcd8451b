import type { Reason } from '../../../machines/authMachine'
import type { Provider } from '../../contract/constants'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { CheckboxField } from '../../ui/form/CheckboxField'
import { Form } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { useFormState } from '../../ui/form/formState'
import { TextField } from '../../ui/form/TextField'
import { useSession, useSessionActor } from '../SessionProvider'
import { AccountPage, accountLinks } from './AccountPage'
import { signInFaults } from './signInFaults'
import { Submit } from './Submit'
import { useRefusal } from './useRefusal'

const blank = { email: '', password: '', remember: true }

/** Why somebody who did not ask for it is here again. */
const endings: Partial<Record<Reason, string>> = {
  rejected: 'Your session has ended. Sign in to go on where you were.',
  elsewhere: 'You were signed out in another tab.',
  corrupt: 'This browser’s record of your session could not be read. Sign in again.',
}

/** spec §2, /sign-in. Its first look is prerendered, and it does without Yup: what it checks is little, and everybody waits for it. */
export function SignIn() {
  const actor = useSessionActor()
  const ended = useSession((snapshot) => endings[snapshot.context.reason])
  return (
    <AccountPage
      title="Sign in"
      lead="Welcome back. Your plants have been talking."
      links={[accountLinks.signUp, accountLinks.forgotPassword, accountLinks.confirmation]}
    >
      {ended !== undefined && <Alert role="status">{ended}</Alert>}
      <Form
        label="Sign in"
        initialValues={blank}
        validate={signInFaults}
        refused={useRefusal()}
        onSubmit={(values) => actor.send({ type: 'signIn', ...values, email: values.email.trim() })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <CheckboxField name="remember" label="Remember me" look="switch" />
        <Submit>Login</Submit>
        <Providers />
      </Form>
    </AccountPage>
  )
}

/** Inside the form, whose toggle holds for them as well. */
function Providers() {
  const actor = useSessionActor()
  const { remember } = useFormState<typeof blank>().values
  const choose = (provider: Provider) => () => actor.send({ type: 'socialSignIn', provider, remember })
  return (
    <>
      <p className="account-or">or</p>
      <div className="account-social">
        <Button size="lg" onClick={choose('google')}>
          Google
        </Button>
        <Button size="lg" onClick={choose('facebook')}>
          Facebook
        </Button>
      </div>
    </>
  )
}
