import { Alert } from '../../ui/overlay/Alert'
import { useSession } from '../SessionProvider'

/**
 * Shown when the token has expired and could not be refreshed, because network or server are unreachable. The next successful refresh
 * continues the session.
 */
export function StaleBanner() {
  const stale = useSession(
    (snapshot) => snapshot.context.failures > 0 && (snapshot.hasTag('stale') || snapshot.matches({ session: 'refreshing' })),
  )
  return (
    <div role="status" className="stale">
      {stale && (
        <Alert tone="warning" title="The server cannot be reached">
          What you see may be out of date until the server answers again. What you type into a row’s form is kept.
        </Alert>
      )}
    </div>
  )
}
