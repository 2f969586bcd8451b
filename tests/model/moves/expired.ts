import type { Move } from './move'

/** Cases with an expired token, before a refresh may be tried. */
export const expired: readonly Move[] = [
  {
    name: 'token refused while expired',
    tell: 'The server answers the request under way with 401.',
    in: ['session.expired'],
    when: { request: 'ours', waits: 'minute' },
    event: 'token.rejected, ours',
    after: { request: 'none' },
    drive: (tab) => tab.settle('request', 'rejected'),
  },
  {
    name: 'back online',
    tell: 'The network is back.',
    in: ['session.expired'],
    when: { request: 'none', waits: 'minute' },
    event: 'sync',
    finds: 'online',
    after: { waits: 'no' },
    drive: (tab) => tab.wake('online'),
  },
  {
    name: 'minute is over',
    tell: 'The minute that the server asked for passes.',
    in: ['session.expired'],
    when: { request: 'none', waits: 'minute' },
    event: 'after(backoff)',
    before: { waits: 'no' },
    drive: (tab) => tab.elapse(61_000),
  },
  {
    name: 'pause is over, token out',
    tell: 'The pause before the next attempt passes.',
    in: ['session.expired'],
    when: { request: 'none', waits: 'pause' },
    event: 'after(backoff)',
    before: { waits: 'no' },
    drive: (tab) => tab.elapse('pause'),
  },
  {
    name: 'request after the minute',
    tell: 'The machine sleeps for the minute; then the administrator opens another area.',
    in: ['session.expired'],
    when: { request: 'none', waits: 'minute' },
    event: 'token.needed',
    before: { waits: 'no' },
    drive: async (tab) => {
      await tab.sleep('minute')
      await tab.ask()
    },
  },
]
