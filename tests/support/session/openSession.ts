import type { SessionPort } from '../../../src/api/extra'
import { createStore, type AppStore } from '../../../src/api/store'

/** A session that never ends, for a store whose tests are about its calls. */
export const openSession: SessionPort = {
  isGuest: () => false,
  epoch: () => 1,
  read: () => ({ token: 'secret', tokenId: 'fingerprint', expired: false }),
  refresh: () => Promise.resolve(true),
  reportRejected: () => Promise.resolve(true),
}

/** A store in that session, whose calls `fetch` answers; no time passes in it. */
export function createOpenStore(fetch: typeof globalThis.fetch): AppStore {
  return createStore({
    session: openSession,
    apiUrl: 'https://api.example',
    fetch,
    sleep: () => new Promise(() => {}),
    now: () => 0,
    alert: () => {},
    succeeded: () => {},
  })
}
