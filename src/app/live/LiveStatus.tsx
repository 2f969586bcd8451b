import { setupListeners } from '@reduxjs/toolkit/query/react'
import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { liveStream, type LiveState } from '../../api/live'
import type { AppDispatch } from '../../api/store'
import { useEnvironment } from '../../ui/environment/Environment'
import { Status } from '../../ui/text/Status'
import './live.css'

/** Refetches what other users change while the page is visible, and reports a lost connection. */
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

function useLive(): LiveState | null {
  const dispatch = useDispatch<AppDispatch>()
  const { inspect } = useEnvironment()
  const [state, setState] = useState<LiveState | null>(null)
  // Refetches the answers with `refetchOnFocus`: no event reports their changes.
  useEffect(() => setupListeners(dispatch), [dispatch])
  useEffect(() => {
    const stream = dispatch(liveStream(setState, inspect))
    const look = () => stream.send({ type: document.visibilityState === 'visible' ? 'shown' : 'hidden' })
    const change = () => stream.send({ type: 'network.changed' })
    look()
    document.addEventListener('visibilitychange', look)
    for (const type of ['online', 'offline']) window.addEventListener(type, change)
    return () => {
      document.removeEventListener('visibilitychange', look)
      for (const type of ['online', 'offline']) window.removeEventListener(type, change)
      stream.stop()
    }
  }, [dispatch, inspect])
  return state
}
