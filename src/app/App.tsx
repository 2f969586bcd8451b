import { StrictMode } from 'react'
import type { DataRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import type { AuthActor } from '../auth/session'
import { EnvironmentProvider, type Environment } from '../ui/environment/Environment'
import { PasswordMinProvider } from './signedOut/passwordHint'
import { PasskeysContext, SessionProvider } from './SessionProvider'

export interface AppProps {
  readonly actor: AuthActor
  readonly router: DataRouter
  readonly environment: Environment
  readonly passwordMin: number
  /** Whether this browser and server support passkeys. */
  readonly hasPasskeys?: boolean
}

/** The whole console. */
export function App({ actor, router, environment, passwordMin, hasPasskeys = false }: AppProps) {
  return (
    <StrictMode>
      <EnvironmentProvider value={environment}>
        <SessionProvider value={actor}>
          <PasskeysContext value={hasPasskeys}>
            <PasswordMinProvider value={passwordMin}>
              {/* Renders a navigation in the same step as the click, so that a second click hits the new page. */}
              <RouterProvider router={router} useTransitions={false} />
            </PasswordMinProvider>
          </PasskeysContext>
        </SessionProvider>
      </EnvironmentProvider>
    </StrictMode>
  )
}
