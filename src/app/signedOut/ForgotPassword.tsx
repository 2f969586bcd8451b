import { useEffect } from 'react'
import { Form } from '../../ui/form/Form'
import { TextField } from '../../ui/form/TextField'
import { useSessionActor } from '../SessionProvider'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { useToast } from '../../ui/overlay/Toaster'
import { Submit } from './Submit'
import { useRefusal } from './useRefusal'

const schema = async () => (await import('./schemas')).emailBody
const SENT = 'You will receive an email with instructions on how to reset your password in a few minutes.'

/** Asks for a mail with a link to reset the password; says the same whether or not the address has an account. */
export function ForgotPassword() {
  const actor = useSessionActor()
  const toast = useToast()
  useEffect(() => {
    let sending = false
    const subscription = actor.subscribe((snapshot) => {
      const sent = snapshot.matches({ guest: 'resetSent' })
      if (sending && sent) toast({ message: SENT })
      sending = snapshot.hasTag('busy')
    })
    return () => subscription.unsubscribe()
  }, [actor, toast])
  return (
    <SignedOutPage
      title="Forgot password"
      lead="Enter your email and we’ll send you a link to choose a new password."
      links={[accountLinks.signIn, accountLinks.signUp]}
    >
      <Form
        label="Forgot password"
        initialValues={{ email: '' }}
        schema={schema}
        refused={useRefusal()}
        onSubmit={({ email }) => actor.send({ type: 'forgotPassword', email: email.trim() })}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <Submit>Send reset instructions</Submit>
      </Form>
    </SignedOutPage>
  )
}
