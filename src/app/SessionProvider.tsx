import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { AuthActor, AuthSnapshot } from '../auth/sessionPort'

const SessionContext = createContext<AuthActor | null>(null)
export const SessionProvider = SessionContext.Provider

/** Whether this browser can sign in to this server with a passkey. */
export const PasskeysContext = createContext(false)

/** The actor that owns the session. Screens send it events, and never copy its state. */
export function useSessionActor(): AuthActor {
  const actor = useContext(SessionContext)
  if (actor === null) throw new Error('No SessionProvider above this component')
  return actor
}

/** Whether somebody is signed in, on the pages that are open to all. */
export function useIsSignedIn(): boolean {
  return useSession((snapshot) => snapshot.hasTag('session'))
}

/** Selects from the session's state; re-renders when the selection changes. */
export function useSession<T>(selector: (snapshot: AuthSnapshot) => T): T {
  return useSelector(useSessionActor(), selector)
}
