import { useEffect, useEffectEvent } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router-dom'
import { visitorOf, type Access, type Guards, type Visitor } from './guards'
import { useSessionActor } from './SessionProvider'

/**
 * Redirects when the session changes without a navigation: after sign-in to the return address, after the session's end to sign-in. Cancels
 * the call or second step of a page that is left: until its end, no form of another page could be sent.
 */
export function useSessionRedirects(guards: Guards): void {
  const actor = useSessionActor()
  const navigate = useNavigate()
  const location = useLocation()
  const matches = useMatches()
  const send = useEffectEvent((visitor: Visitor) => {
    const access = matches.find(({ handle }) => handle !== undefined)?.handle as Access | undefined
    const target = access === undefined ? null : guards.redirectOf(location, access, visitor)
    if (target !== null) void navigate(target, { replace: true })
  })
  useEffect(() => {
    let before = visitorOf(actor.getSnapshot())
    const subscription = actor.subscribe((snapshot) => {
      const visitor = visitorOf(snapshot)
      if (visitor === before) return
      before = visitor
      if (visitor === 'session') send('signedIn')
      else send(visitor === 'guest' && snapshot.context.reason === 'user' ? 'signedOut' : visitor)
    })
    return () => subscription.unsubscribe()
  }, [actor])
  // Covers a session change between the guard's loader and the page's render.
  useEffect(() => send(visitorOf(actor.getSnapshot())), [actor, location])
  const { pathname } = location
  useEffect(() => {
    const cancel = { type: 'cancel' } as const
    // Asked first: the inspector would list an event for every page that is left.
    return () => {
      if (actor.getSnapshot().can(cancel)) actor.send(cancel)
    }
  }, [actor, pathname])
}
