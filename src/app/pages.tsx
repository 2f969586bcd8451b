import { Provider } from 'react-redux'
import { Router, useRoutes } from 'react-router-dom'
import type { AppStore } from '../api/store'
import { DraftOwnerProvider } from '../crud/draftOwner'
import { LeaveGuardProvider, type BlockNavigation } from '../ui/LeaveGuard'
import { LinkProvider } from '../ui/Link'
import { Toaster } from '../ui/Toaster'
import { KeptZone } from '../ui/ZoneSwitch'
import { useShown } from './router/Navigation'
import type { PageCode } from './router/page'
import { RouterLink } from './router/RouterLink'
import { bringRoute, routes } from './routes'
import { useSession } from './SessionProvider'
import { Shell } from './shell/Shell'

interface Deps {
  readonly store: AppStore
  readonly block: BlockNavigation
  readonly docsUrl: string
  readonly live: boolean
}

/** The signed-in area; loaded on demand. Without a session it shows nothing, whatever the address. spec §2. */
export function createPages({ store, block, docsUrl, live }: Deps): PageCode {
  function Pages() {
    const { history, location, action } = useShown()
    const held = useSession((snapshot) => !snapshot.hasTag('guest'))
    const subject = useSession((snapshot) => snapshot.context.subject ?? '')
    if (!held) return null
    return (
      <Router navigator={history} location={location} navigationType={action}>
        <LinkProvider value={RouterLink}>
          <Provider store={store}>
            <DraftOwnerProvider value={subject}>
              <LeaveGuardProvider block={block}>
                <Toaster>
                  <KeptZone>
                    <Shell docsUrl={docsUrl} live={live}>
                      <CurrentRoute />
                    </Shell>
                  </KeptZone>
                </Toaster>
              </LeaveGuardProvider>
            </DraftOwnerProvider>
          </Provider>
        </LinkProvider>
      </Router>
    )
  }
  return { Screen: Pages, bring: bringRoute }
}

function CurrentRoute() {
  return useRoutes(routes)
}
