import { useEnvironment } from '../../ui/environment/Environment'
import { Form } from '../../ui/form/Form'
import { PasswordField } from '../../ui/form/PasswordField'
import { TextField } from '../../ui/form/TextField'
import { useSessionActor } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { usePasswordHint } from './passwordHint'
import { Submit } from './Submit'
import { useMailedToken } from './useMailedToken'
import { useRefusal } from './useRefusal'

const blank = { firstName: '', lastName: '', email: '', password: '', password_confirmation: '' }
const schema = async () => (await import('./schemas')).signUpForm

/** Why the server would refuse a sign-up without an invitation. */
const refusals: Readonly<Partial<Record<string, string>>> = {
  invite: 'Registration is by invitation: open the link in the email that invited you, or ask a colleague to invite you.',
  closed: 'Registration is closed on this server. Ask whoever runs it for an account.',
}

/** Creates an account, and signs in; says why where the server takes none. */
export function SignUp() {
  const { registration } = useEnvironment()
  const invitation = useMailedToken('invitation')
  const isInvited = registration === 'invite' && invitation !== ''
  const refusal = isInvited ? undefined : refusals[registration]
  return refusal === undefined ? (
    <SignUpForm invitation={invitation} />
  ) : (
    <SignedOutPage title="Sign up" lead={refusal} links={[accountLinks.signIn]} />
  )
}

/** `invitation` is empty without one. */
function SignUpForm({ invitation }: { readonly invitation: string }) {
  const actor = useSessionActor()
  return (
    <SignedOutPage title="Sign up" lead="An account for administrators." links={[accountLinks.signIn, accountLinks.confirmation]}>
      <Form
        label="Sign up"
        initialValues={blank}
        schema={schema}
        refused={useRefusal()}
        onSubmit={async (values) => {
          const { signUpFields } = await import('./schemas')
          actor.send({ type: 'signUp', fields: signUpFields(values), ...(invitation !== '' && { invitation }) })
        }}
      >
        <div className="account-pair">
          <TextField name="firstName" label="First name" autoComplete="given-name" />
          <TextField name="lastName" label="Surname" autoComplete="family-name" hint="Optional" />
        </div>
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <PasswordField name="password" label="Password" autoComplete="new-password" hint={usePasswordHint()} />
        <PasswordField name="password_confirmation" label="Confirm password" autoComplete="new-password" />
        <Submit>Sign up</Submit>
      </Form>
    </SignedOutPage>
  )
}
