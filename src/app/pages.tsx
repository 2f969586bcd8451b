import { Provider } from 'react-redux'
import type { AppStore } from '../api/store'
import { DraftOwnerProvider } from '../crud/draftOwner'
import { LeaveGuardProvider, type BlockNavigation } from '../ui/LeaveGuard'
import { TooltipLayer } from '../ui/Tooltip'
import { useSession } from './SessionProvider'
import { Shell } from './shell/Shell'

interface Deps {
  readonly store: AppStore
  readonly block: BlockNavigation
  readonly docsUrl: string
}

/** The signed-in area around its pages; loaded on demand. Without a session it shows nothing, whatever the address. spec §2. */
export function createPages({ store, block, docsUrl }: Deps) {
  return function Pages() {
    const held = useSession((snapshot) => !snapshot.hasTag('guest'))
    const subject = useSession((snapshot) => snapshot.context.subject ?? '')
    if (!held) return null
    return (
      <Provider store={store}>
        <DraftOwnerProvider value={subject}>
          <LeaveGuardProvider block={block}>
            <Shell docsUrl={docsUrl} />
            <TooltipLayer />
          </LeaveGuardProvider>
        </DraftOwnerProvider>
      </Provider>
    )
  }
}
