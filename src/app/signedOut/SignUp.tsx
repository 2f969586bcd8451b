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

/** Creates an account, and signs in. */
export function SignUp() {
  const actor = useSessionActor()
  const invitation = useMailedToken('invitation')
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
