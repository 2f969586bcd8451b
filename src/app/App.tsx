import { StrictMode } from 'react'
import type { DataRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import type { AuthActor } from '../auth/sessionPort'
import { EnvironmentProvider, type Environment } from '../ui/environment/Environment'
import { PasskeysContext, SessionProvider } from './SessionProvider'

export interface AppProps {
  readonly actor: AuthActor
  readonly router: DataRouter
  readonly environment: Environment
  /** Whether this browser and server support passkeys. */
  readonly hasPasskeys?: boolean
}

/** The whole console. */
export function App({ actor, router, environment, hasPasskeys = false }: AppProps) {
  return (
    <StrictMode>
      <EnvironmentProvider value={environment}>
        <SessionProvider value={actor}>
          <PasskeysContext value={hasPasskeys}>
            {/* Renders a navigation in the same step as the click, so that a second click hits the new page. */}
            <RouterProvider router={router} useTransitions={false} />
          </PasskeysContext>
        </SessionProvider>
      </EnvironmentProvider>
    </StrictMode>
  )
}
