import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import type { NoticeCode } from '../../machines/authMachine'
import { AlertRegion } from '../ui/overlay/Alert'
import type { AlertList } from './alertList'
import { useSessionActor } from './SessionProvider'

/** A time-out of sign-in or sign-up is alerted like any other error. */
const sentences: Partial<Record<NoticeCode, string>> = {
  memoryOnly: 'This browser blocks storage: you stay signed in only until this page is closed or reloaded.',
  stepTimeout: 'The second step took too long. Sign in again.',
  socialTimeout: 'The sign-in window did not answer. Try again.',
}
const none: readonly [] = []

/** Shows network errors and the session's notices. */
export function Notices({ alerts }: { readonly alerts: AlertList }) {
  const actor = useSessionActor()
  const { pathname } = useLocation()
  const items = useSyncExternalStore(alerts.subscribe, alerts.read, () => none)
  useEffect(() => {
    const subscriptions = [
      actor.on('notice', ({ code }) => {
        const message = sentences[code]
        if (message !== undefined) alerts.add({ message, tone: 'warning' })
      }),
      // A sign-in that succeeded has answered what the signed-out pages alerted, also within the time that alerts outlast a navigation.
      actor.on('session.started', () => alerts.clear()),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, alerts])
  useEffect(() => () => alerts.age(), [alerts, pathname])
  return (
    <div className="notices">
      <AlertRegion alerts={items} onDismiss={alerts.dismiss} />
    </div>
  )
}
