import { useCallback, useEffect, useState } from 'react'
import { authApi } from '../../api/authApi'
import { fieldsOf } from '../../crud/model/problems'
import { SubmitButton } from '../../ui/form/Form'
import { Alert } from '../../ui/overlay/Alert'
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
  const [asked, setAsked] = useState({ email: '', isSent: false })
  const onSending = (email: string) => setAsked({ email, isSent: false })
  const onSent = useCallback(() => {
    setAsked(({ email }) => ({ email, isSent: true }))
    toast({ message: SENT })
  }, [toast])
  const calls = { onSending, onSent }
  return (
    <SignedOutPage
      title="Forgot password"
      lead="Enter your email and we’ll send you a link to choose a new password."
      links={[accountLinks.signIn, accountLinks.signUp]}
    >
      {/* No live region: the toast announces it. */}
      {asked.isSent && <Alert tone="success">Instructions are on their way to {asked.email}, if it has an account.</Alert>}
      {isSignedIn ? <UserForm {...calls} /> : <GuestForm {...calls} />}
    </SignedOutPage>
  )
}

interface Props {
  readonly onSending: (email: string) => void
  readonly onSent: () => void
}

/** Sends by the session's machine: it runs one of the guest's calls at a time. */
function GuestForm({ onSending, onSent }: Props) {
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
      onSubmit={(values) => {
        const email = values.email.trim()
        onSending(email)
        actor.send({ type: 'forgotPassword', email })
      }}
    >
      <Submit>{SUBMIT}</Submit>
    </MailForm>
  )
}

/** For a signed-in user, who may take over an account that somebody registered with the user's address. */
function UserForm({ onSending, onSent }: Props) {
  const [request] = authApi.useForgotPasswordMutation()
  return (
    <MailForm
      label={LABEL}
      onSubmit={async (values, tools) => {
        const email = values.email.trim()
        onSending(email)
        const { error } = await request({ email })
        if (error === undefined) onSent()
        else tools.setFieldErrors(fieldsOf(error))
      }}
    >
      <SubmitButton size="lg">{SUBMIT}</SubmitButton>
    </MailForm>
  )
}
