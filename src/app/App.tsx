import { StrictMode } from 'react'
import type { DataRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import type { AuthActor } from '../auth/session'
import { EnvironmentProvider, type Environment } from '../ui/environment/Environment'
import { PasswordMinProvider } from './account/passwordHint'
import { PasskeysContext, SessionProvider } from './SessionProvider'

export interface AppProps {
  readonly actor: AuthActor
  readonly router: DataRouter
  readonly environment: Environment
  readonly passwordMin: number
  /** Somebody can sign in by a passkey here. */
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
              {/* A page is shown in the same step as the click, so that a second click meets the page that the first one led to. */}
              <RouterProvider router={router} useTransitions={false} />
            </PasswordMinProvider>
          </PasskeysContext>
        </SessionProvider>
      </EnvironmentProvider>
    </StrictMode>
  )
}
