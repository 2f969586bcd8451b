import { useCallback, useEffect } from 'react'
import { authApi } from '../../api/authApi'
import { fieldsOf } from '../../crud/model/problems'
import { SubmitButton } from '../../ui/form/Form'
import { useToast } from '../../ui/overlay/Toaster'
import { useIsSignedIn, useSessionActor } from '../SessionProvider'
import { MailForm } from './MailForm'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { Submit } from './Submit'
import { useRefusal } from './useRefusal'

const LABEL = 'Forgot password'
const SUBMIT = 'Send reset instructions'
const SENT = 'You will receive an email with instructions on how to reset your password in a few minutes.'

/** Asks for a mail with a link to reset the password; says the same whether or not the address has an account. */
export function ForgotPassword() {
  const isSignedIn = useIsSignedIn()
  const toast = useToast()
  const onSent = useCallback(() => toast({ message: SENT }), [toast])
  return (
    <SignedOutPage
      title="Forgot password"
      lead="Enter your email and we’ll send you a link to choose a new password."
      links={[accountLinks.signIn, accountLinks.signUp]}
    >
      {isSignedIn ? <UserForm onSent={onSent} /> : <GuestForm onSent={onSent} />}
    </SignedOutPage>
  )
}

interface Props {
  readonly onSent: () => void
}

/** Sends by the session's machine: it runs one of the guest's calls at a time. */
function GuestForm({ onSent }: Props) {
  const actor = useSessionActor()
  useEffect(() => {
    let sending = false
    const subscription = actor.subscribe((snapshot) => {
      const sent = snapshot.matches({ guest: 'resetSent' })
      if (sending && sent) onSent()
      sending = snapshot.hasTag('busy')
    })
    return () => subscription.unsubscribe()
  }, [actor, onSent])
  return (
    <MailForm
      label={LABEL}
      refused={useRefusal()}
      onSubmit={({ email }) => actor.send({ type: 'forgotPassword', email: email.trim() })}
    >
      <Submit>{SUBMIT}</Submit>
    </MailForm>
  )
}

/** For a signed-in user, who may take over an account that somebody registered with the user's address. */
function UserForm({ onSent }: Props) {
  const [request] = authApi.useForgotPasswordMutation()
  return (
    <MailForm
      label={LABEL}
      onSubmit={async ({ email }, tools) => {
        const { error } = await request({ email: email.trim() })
        if (error === undefined) onSent()
        else tools.setFieldErrors(fieldsOf(error))
      }}
    >
      <SubmitButton size="lg">{SUBMIT}</SubmitButton>
    </MailForm>
  )
}
