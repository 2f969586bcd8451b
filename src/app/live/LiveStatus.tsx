import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { liveStream, type LiveState } from '../../api/live'
import type { AppDispatch } from '../../api/store'
import { useEnvironment } from '../../ui/environment/Environment'
import { Status } from '../../ui/text/Status'
import { useSession } from '../SessionProvider'
import './live.css'

/** How long a page that cannot be seen goes on listening, ms: browsers hold few connections to one server. */
const UNSEEN_MS = 30_000

/** Keeps what is shown up to date while it can be seen, and says quietly when it cannot. */
export function LiveStatus() {
  const state = useLive()
  return (
    <div role="status" className="live">
      {state === 'lost' && (
        <Status tone="warning" look="pill">
          Live updates are interrupted. Changes by others appear once they are back.
        </Status>
      )}
    </div>
  )
}

function useLive(): LiveState {
  const dispatch = useDispatch<AppDispatch>()
  const { later } = useEnvironment()
  // Another session, another stream.
  const epoch = useSession(({ context }) => context.epoch)
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const stream = dispatch(liveStream(setState))
    let cancel = () => undefined as void
    const look = () => {
      cancel()
      if (document.visibilityState === 'visible') stream.start()
      else cancel = later(UNSEEN_MS, stream.stop)
    }
    // A stream does not notice by itself that the network is gone, nor that it is back.
    const again = () => {
      stream.stop()
      look()
    }
    look()
    document.addEventListener('visibilitychange', look)
    for (const type of ['online', 'offline']) window.addEventListener(type, again)
    return () => {
      document.removeEventListener('visibilitychange', look)
      for (const type of ['online', 'offline']) window.removeEventListener(type, again)
      cancel()
      stream.stop()
    }
  }, [dispatch, later, epoch])
  return state
}
