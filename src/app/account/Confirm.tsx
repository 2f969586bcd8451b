import { useEffect, useRef } from 'react'
import { authApi } from '../../api/authApi'
import type { ApiError } from '../../api/extra'
import { Button, LinkButton } from '../../ui/Button'
import { AccountPage, accountLinks } from './AccountPage'
import { useMailedToken } from './useMailedToken'

/** /confirm?token=…: where the mailed confirmation link leads; it confirms at once. */
export function Confirm() {
  const token = useMailedToken()
  const [confirm, { isSuccess, isError, error }] = authApi.useConfirmMutation()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || token === '') return
    asked.current = true
    void confirm({ token })
  }, [confirm, token])

  if (isSuccess)
    return (
      <AccountPage title="Email confirmed" lead="Thank you. Your address is confirmed." links={[]}>
        <LinkButton href="/sign-in" variant="primary" size="lg">
          Sign in
        </LinkButton>
      </AccountPage>
    )
  if (isError && isWorthAnotherTry(error))
    return (
      <AccountPage title="Not confirmed yet" lead="The link could not be checked." links={[accountLinks.signIn]}>
        <Button size="lg" variant="primary" onClick={() => void confirm({ token })}>
          Retry
        </Button>
      </AccountPage>
    )
  if (isError || token === '')
    return (
      <AccountPage
        title="Not confirmed"
        lead="This link is incomplete, was used before, or is too old."
        links={[accountLinks.signIn, accountLinks.signUp]}
      >
        <LinkButton href="/confirmation-instructions" variant="primary" size="lg">
          Send confirmation instructions again
        </LinkButton>
      </AccountPage>
    )
  return <AccountPage title="Confirm your email" lead="One moment …" links={[accountLinks.signIn]} />
}

/** No word from the server about the link itself. */
function isWorthAnotherTry(error: unknown): boolean {
  const { kind, status } = error as ApiError
  return kind !== 'refused' || status === 429 || status >= 500
}
