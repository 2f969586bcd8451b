import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { AuthActor, AuthSnapshot } from '../auth/session'

const SessionContext = createContext<AuthActor | null>(null)
export const SessionProvider = SessionContext.Provider

/** Whether this browser can sign in to this server by a passkey. */
export const PasskeysContext = createContext(false)

/** The one actor that owns the session. Screens send it events; they never keep a copy of its state. */
export function useSessionActor(): AuthActor {
  const actor = useContext(SessionContext)
  if (actor === null) throw new Error('No SessionProvider above this component')
  return actor
}

/** What `selector` reads from the session's state; renders again when it changes. */
export function useSession<T>(selector: (snapshot: AuthSnapshot) => T): T {
  return useSelector(useSessionActor(), selector)
}
