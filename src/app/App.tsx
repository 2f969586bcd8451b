import { StrictMode } from 'react'
import type { AuthActor } from '../auth/session'
import { EnvironmentProvider, type Environment } from '../ui/Environment'
import { LinkProvider } from '../ui/Link'
import { PasswordMinProvider } from './account/passwordHint'
import type { AlertList } from './alerts'
import { Notices } from './Notices'
import { Arrival } from './router/Arrival'
import { HistoryLink } from './router/HistoryLink'
import { Navigation, useShown } from './router/Navigation'
import { loadedPage } from './router/page'
import type { Routing } from './router/routing'
import { SessionProvider } from './SessionProvider'

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
            <Navigation routing={routing}>
              <LinkProvider value={HistoryLink}>
                <Notices alerts={alerts} />
                <Page routing={routing} />
                <Arrival />
              </LinkProvider>
            </Navigation>
          </PasswordMinProvider>
        </SessionProvider>
      </EnvironmentProvider>
    </StrictMode>
  )
}

function Page({ routing }: Pick<AppProps, 'routing'>) {
  const { pathname } = useShown().location
  const Screen = loadedPage(routing.loadOf(pathname))?.Screen
  return Screen === undefined ? null : <Screen />
}
