import { KeyRound } from 'lucide-react'
import { use, useState } from 'react'
import type { Reason, ProviderOrPasskey } from '../../../machines/authMachine'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { CheckboxField } from '../../ui/form/CheckboxField'
import { Form } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { useFormState } from '../../ui/form/formState'
import { onDemand } from '../../ui/overlay/onDemand'
import { TextField } from '../../ui/form/TextField'
import { useAfterPrerender } from '../afterPrerender'
import { PageFailed } from '../PageFailed'
import { PasskeysContext, useSession, useSessionActor } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { signInFaults } from './signInFaults'
import { FacebookMark, GoogleMark } from './socialMarks'
import { Submit } from './Submit'
import { useRefusal } from './useRefusal'

const blank = { email: '', password: '', remember: true }

/** Explains why a session ended that the user did not end. */
const endings: Partial<Record<Reason, string>> = {
  rejected: 'Your session has ended. Sign in to continue where you were.',
  elsewhere: 'You were signed out in another tab.',
  corrupt: 'This browser’s record of your session could not be read. Sign in again.',
}

/** Loaded on demand, because few sign-ins need a second step. */
const SecondStep = onDemand<object>(async () => (await import('./SecondStep')).SecondStep, { Failed: PageFailed })

/** Signs in by password, provider or passkey, with the second step when the account requires one. */
export function SignIn() {
  const isSecond = useSession((snapshot) => snapshot.matches({ guest: 'secondStep' }) || snapshot.matches({ guest: 'verifying' }))
  // Kept over a second step that ends without a session.
  const [start, setStart] = useState(blank)
  return isSecond ? <SecondStep /> : <FirstStep start={start} onBegin={(values) => setStart({ ...values, password: '' })} />
}

interface FirstStepProps {
  /** The form's first values. */
  readonly start: typeof blank
  /** Called with the form's values when a sign-in begins. */
  readonly onBegin: (values: typeof blank) => void
}

/** The form. It is prerendered, and validates without Yup: its checks are few, and every visitor waits for it. */
function FirstStep({ start, onBegin }: FirstStepProps) {
  const actor = useSessionActor()
  const ended = useSession((snapshot) => endings[snapshot.context.reason])
  return (
    <SignedOutPage
      title="Sign in"
      lead="Welcome back. Your plants have been talking."
      links={[accountLinks.signUp, accountLinks.forgotPassword, accountLinks.confirmation]}
    >
      {ended !== undefined && <Alert role="status">{ended}</Alert>}
      <Form
        label="Sign in"
        initialValues={start}
        validate={signInFaults}
        refused={useRefusal()}
        onSubmit={(values) => {
          onBegin(values)
          actor.send({ type: 'signIn', ...values, email: values.email.trim() })
        }}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <CheckboxField name="remember" label="Remember me" look="switch" />
        <Submit>Login</Submit>
        <Providers onBegin={onBegin} />
      </Form>
    </SignedOutPage>
  )
}

/** Inside the form, because its Remember me toggle applies to providers too. */
function Providers({ onBegin }: Pick<FirstStepProps, 'onBegin'>) {
  const actor = useSessionActor()
  const { values } = useFormState<typeof blank>()
  // beforePaint.ts shows the prerendered button where it is offered.
  const hasPasskeys = useAfterPrerender(use(PasskeysContext), true)
  const choose = (provider: ProviderOrPasskey) => () => {
    onBegin(values)
    actor.send({ type: 'socialSignIn', provider, remember: values.remember })
  }
  return (
    <>
      <p className="account-or">or</p>
      <div className="account-social">
        <Button size="lg" icon={GoogleMark} onClick={choose('google')}>
          Google
        </Button>
        <Button size="lg" icon={FacebookMark} onClick={choose('facebook')}>
          Facebook
        </Button>
        {hasPasskeys && (
          <Button size="lg" className="account-passkey" icon={KeyRound} onClick={choose('passkey')}>
            Passkey
          </Button>
        )}
      </div>
    </>
  )
}
