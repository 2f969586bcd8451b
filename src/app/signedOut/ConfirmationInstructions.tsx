import { useState } from 'react'
import { authApi } from '../../api/authApi'
import { Alert } from '../../ui/overlay/Alert'
import { SubmitButton } from '../../ui/form/Form'
import { fieldsOf } from '../../crud/model/problems'
import { MailForm } from './MailForm'
import { SignedOutPage, accountLinks } from './SignedOutPage'

/** Shown when the backend sends no message. */
const SENT = 'If this address is not confirmed yet, instructions are on their way.'

/** /confirmation-instructions: resends the mail with the confirmation link. */
export function ConfirmationInstructions() {
  const [send] = authApi.useConfirmationMutation()
  const [sent, setSent] = useState<string | null>(null)
  return (
    <SignedOutPage
      title="Confirmation instructions"
      lead="Didn’t get the confirmation email? We’ll resend it."
      links={[accountLinks.signIn, accountLinks.signUp]}
    >
      <div role="status" aria-label="Sent">
        {sent !== null && <Alert tone="success">{sent}</Alert>}
      </div>
      <MailForm
        label="Confirmation instructions"
        onSubmit={async ({ email }, tools) => {
          setSent(null)
          const answer = await send({ email: email.trim() })
          if (answer.error) tools.setFieldErrors(fieldsOf(answer.error))
          else setSent(answer.data === '' ? SENT : answer.data)
        }}
      >
        <SubmitButton size="lg">Send confirmation instructions</SubmitButton>
      </MailForm>
    </SignedOutPage>
  )
}
