import type { SessionPort } from '../../../src/api/extra'

/** A session that never ends, for a store whose tests are about its calls. */
export const openSession: SessionPort = {
  isGuest: () => false,
  epoch: () => 1,
  read: () => ({ token: 'secret', tokenId: 'fingerprint', expired: false }),
  refreshed: () => Promise.resolve(true),
  rejected: () => Promise.resolve(true),
}
