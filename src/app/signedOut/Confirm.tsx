import { useEffect, useRef } from 'react'
import { authApi } from '../../api/authApi'
import { isUnsupported } from '../../api/errors'
import type { ApiError } from '../../api/extra'
import type { Registration } from '../../contract/session'
import { isRefused } from '../../crud/model/problems'
import { Button, LinkButton } from '../../ui/controls/Button'
import { Facts } from '../../ui/text/Facts'
import { Link } from '../../ui/controls/Link'
import { Time } from '../../ui/text/Time'
import { SignedOutPage, accountLinks } from './SignedOutPage'
import { SuccessPage } from './SuccessPage'
import { useMailedToken } from './useMailedToken'

/**
 * /confirm?token=…: the target of the mailed link. Shows who registered the address, and confirms on a button press: the recipient may not
 * be the one who registered, and a mail server that opens links must not confirm.
 */
export function Confirm() {
  const token = useMailedToken()
  const [loadPreview, preview] = authApi.useConfirmPreviewMutation()
  const [confirm, confirmation] = authApi.useConfirmMutation()
  const requested = useRef(false)
  useEffect(() => {
    if (requested.current || token === '') return
    requested.current = true
    void loadPreview({ token })
  }, [loadPreview, token])

  const isUnknown = preview.isError && isUnsupported(preview.error as ApiError)
  if (confirmation.isSuccess || preview.data?.confirmed === true)
    return <SuccessPage title="Email confirmed" lead="Thank you. Your address is confirmed." />
  if (token === '' || isDeadLink(confirmation.error) || (!isUnknown && isDeadLink(preview.error))) return <DeadLink />
  if (preview.data !== undefined || isUnknown)
    return <ConfirmAddress registration={preview.data} busy={confirmation.isLoading} onConfirm={() => void confirm({ token })} />
  if (preview.isError)
    return (
      <SignedOutPage title="Not confirmed yet" lead="The link could not be checked." links={[accountLinks.signIn]}>
        <Button size="lg" variant="primary" onClick={() => void loadPreview({ token })}>
          Retry
        </Button>
      </SignedOutPage>
    )
  return <SignedOutPage title="Confirm your email" lead="One moment …" links={[accountLinks.signIn]} busy />
}

interface ConfirmAddressProps {
  /** Undefined when the backend does not describe it. */
  readonly registration: Registration | undefined
  readonly busy: boolean
  readonly onConfirm: () => void
}

function ConfirmAddress({ registration, busy, onConfirm }: ConfirmAddressProps) {
  return (
    <SignedOutPage
      title="Confirm your email"
      lead="An account was registered with your email address. Confirm the address only if it was you."
      links={[]}
    >
      {registration !== undefined && (
        <div className="account-facts">
          <Facts facts={factsOf(registration)} />
        </div>
      )}
      <Button size="lg" variant="primary" busy={busy} onClick={onConfirm}>
        Confirm email
      </Button>
      <p className="account-aside">
        Not you? Don’t confirm. <Link href="/forgot-password">Reset its password</Link> to take the account over and end all its
        sessions.
      </p>
    </SignedOutPage>
  )
}

function factsOf({ email, fullname, registeredAt, device, ip }: Registration) {
  const from = [device, ip].filter((part) => part !== null).join(', ')
  return [
    { label: 'Email', value: email, wide: true },
    { label: 'Name', value: fullname, wide: true },
    { label: 'Registered', value: <Time value={registeredAt} show="full" />, wide: true },
    ...(from === '' ? [] : [{ label: 'From', value: from, wide: true }]),
  ]
}

function DeadLink() {
  return (
    <SignedOutPage
      title="Not confirmed"
      lead="This link is incomplete, was used before, is too old, or was replaced by a newer one."
      links={[accountLinks.signIn, accountLinks.signUp]}
    >
      <LinkButton href="/confirmation-instructions" variant="primary" size="lg">
        Send confirmation instructions again
      </LinkButton>
    </SignedOutPage>
  )
}

/** Whether the server rejected the link itself. */
function isDeadLink(error: unknown): boolean {
  return isRefused(error) && (error as ApiError).status !== 429
}
