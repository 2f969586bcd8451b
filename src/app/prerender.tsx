import { createMemoryHistory } from 'history'
import { renderToString } from 'react-dom/server'
import { createActor } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { PASSWORD_MIN } from '../contract/constants'
import type { Environment, KeptStore } from '../ui/Environment'
import { SignIn } from './account/SignIn'
import { createAlertList } from './alerts'
import { App } from './App'
import { createRouting } from './router/routing'
import { SIGN_IN_PATH } from './router/guards'
import { createAddresses } from './addresses'

const nothing: KeptStore = {
  get: () => null,
  set: () => undefined,
  remove: () => undefined,
  change: () => undefined,
  watch: () => () => undefined,
}
const environment: Environment = {
  now: () => 0,
  later: () => () => undefined,
  tabStorage: nothing,
  keptStorage: nothing,
  download: () => undefined,
  savesData: false,
}
const unreached = () => Promise.reject(new Error('Only the sign-in page is prerendered'))
const actor = createActor(authMachine)
const routing = createRouting({
  history: createMemoryHistory({ initialEntries: [SIGN_IN_PATH] }),
  pageAt: createAddresses({ signIn: () => Promise.resolve({ Screen: SignIn }), pages: unreached, account: () => unreached }),
  actor,
  origin: 'http://localhost',
})
await routing.bring(SIGN_IN_PATH)

/** The sign-in page as a guest first sees it, for index.html. */
export function render(): string {
  const alerts = createAlertList(environment.now)
  return renderToString(
    <App actor={actor} routing={routing} environment={environment} alerts={alerts} passwordMin={PASSWORD_MIN} />,
  )
}
