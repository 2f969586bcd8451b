import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { DASHBOARD_PATH } from '../../auth/returnUrl'
import { Button } from '../../ui/controls/Button'
import { Link } from '../../ui/controls/Link'
import { useSession, useSessionActor } from '../SessionProvider'
import { SignedOutPage } from './SignedOutPage'
import { useMailedToken } from './useMailedToken'

/** Shown to a signed-in user who opened an invitation, which is for a new account. Leads a guest to the sign-up, with the invitation. */
export function Invited() {
  const actor = useSessionActor()
  const navigate = useNavigate()
  const isGuest = useSession((snapshot) => snapshot.hasTag('guest'))
  const invitation = useMailedToken('invitation')
  useEffect(() => {
    if (isGuest) void navigate('/sign-up', { replace: true, state: { mailed: invitation } })
  }, [navigate, isGuest, invitation])
  return (
    <SignedOutPage title="You are signed in" lead="This invitation is for a new account." links={[]}>
      <Button variant="primary" size="lg" onClick={() => actor.send({ type: 'signOut' })}>
        Sign out and sign up
      </Button>
      <Link className="link" href={DASHBOARD_PATH}>
        Stay signed in
      </Link>
    </SignedOutPage>
  )
}
