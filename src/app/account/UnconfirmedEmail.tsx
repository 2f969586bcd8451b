import { authApi } from '../../api/authApi'
import type { User } from '../../contract/users'
import { Button } from '../../ui/controls/Button'
import { Alert } from '../../ui/overlay/Alert'

/** Says that the account's address is not confirmed, and sends the mail again; nothing where it is, or where the backend does not say. */
export function UnconfirmedEmail({ account: { email, emailConfirmedAt } }: { readonly account: User }) {
  const [send, { isLoading, isSuccess }] = authApi.useConfirmationMutation()
  if (emailConfirmedAt !== null) return null
  return (
    <Alert
      tone="warning"
      title="Your email address is not confirmed"
      actions={
        <Button size="sm" busy={isLoading} onClick={() => void send({ email })}>
          Send again
        </Button>
      }
    >
      Until you confirm it, you get no emails about your account’s security. Use the link in the email that you got after signing
      up.
      <span role="status">{isSuccess && ' It has been sent again.'}</span>
    </Alert>
  )
}
