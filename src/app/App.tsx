import { StrictMode } from 'react'
import { useRoutes, type RouteObject } from 'react-router-dom'
import { EnvironmentProvider, type Environment } from '../ui/Environment'
import { LinkProvider } from '../ui/Link'
import { Toaster } from '../ui/Toaster'
import { PasswordMinProvider } from './account/passwordHint'
import type { AlertList } from './alerts'
import { Notices } from './Notices'
import { Arrival } from './router/Arrival'
import { HistoryRouter } from './router/HistoryRouter'
import { RouterLink } from './router/RouterLink'
import type { Routing } from './router/routing'
import { SessionProvider } from './SessionProvider'
import type { AuthActor } from '../auth/session'

export interface AppProps {
  readonly actor: AuthActor
  readonly routing: Routing
  readonly environment: Environment
  readonly alerts: AlertList
  readonly passwordMin: number
}

/** The whole console: what every page stands in. */
export function App({ actor, routing, environment, alerts, passwordMin }: AppProps) {
  return (
    <StrictMode>
      <EnvironmentProvider value={environment}>
        <SessionProvider value={actor}>
          <PasswordMinProvider value={passwordMin}>
            <LinkProvider value={RouterLink}>
              <HistoryRouter history={routing.history} bring={routing.bring} redirect={routing.redirect} follow={routing.follow}>
                <Toaster>
                  <Notices alerts={alerts} />
                  <Pages routes={routing.routes} />
                  <Arrival routes={routing.routes} />
                </Toaster>
              </HistoryRouter>
            </LinkProvider>
          </PasswordMinProvider>
        </SessionProvider>
      </EnvironmentProvider>
    </StrictMode>
  )
}

function Pages({ routes }: { readonly routes: RouteObject[] }) {
  return useRoutes(routes)
}
