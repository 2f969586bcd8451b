import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router-dom'
import { createActor } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { SIGN_IN_PATH } from '../auth/returnUrl'
import { PASSWORD_MIN } from '../contract/constants'
import type { Environment, SharedStore } from '../ui/environment/Environment'
import { createAlertList } from './alertList'
import { App } from './App'
import { createGuards } from './guards'
import { createRoutes, guestsPassed } from './routes'

const nothing: SharedStore = {
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
  browserStorage: nothing,
  download: () => undefined,
  savesData: false,
  imageOrigins: [],
  registration: '',
  passwordMin: PASSWORD_MIN,
}
const unreached = () => Promise.reject(new Error('Only the sign-in page is prerendered'))
const actor = createActor(authMachine)

/** The guest's sign-in page as HTML, for index.html. */
export function render(): string {
  const alerts = createAlertList(environment.now)
  const guards = createGuards(actor, 'http://localhost')
  const routes = createRoutes({ guards, alerts, onShown: () => undefined, signedOut: () => unreached })
  const router = createMemoryRouter(routes, { initialEntries: [SIGN_IN_PATH], hydrationData: guestsPassed })
  return renderToString(<App actor={actor} router={router} environment={environment} />)
}
