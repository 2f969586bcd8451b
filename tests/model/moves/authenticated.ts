import type { Move } from './move'

const inSession = { heldIn: 'storage', request: 'none' } as const
const freshSession = { ...inSession, token: 'live' } as const

/** Cases with a token that is live, as far as the tab knows. */
export const authenticated: readonly Move[] = [
  {
    name: 'request under way',
    tell: 'The administrator opens another area; the answer lets itself be waited for.',
    in: ['session.authenticated'],
    when: freshSession,
    event: null,
    after: { request: 'ours' },
    drive: (tab) => tab.ask(),
  },
  {
    name: 'live token refused',
    tell: 'Ten seconds later, the server answers it with 401, although the token is live.',
    in: ['session.authenticated'],
    when: { request: 'ours', token: 'live', mended: 'no' },
    event: 'token.rejected, ours',
    after: { request: 'none', token: 'out', mended: 'asked' },
    drive: async (tab) => {
      // The token may have come by a refresh, and the next one is ten seconds apart from it.
      await tab.elapse(10_000)
      await tab.settle('request', 'rejected')
    },
  },
  {
    name: 'live token refused again',
    tell: 'The server answers it with 401, although the token is live and came in the place of a refused one.',
    in: ['session.authenticated'],
    when: { request: 'ours', token: 'live', mended: 'yes' },
    event: 'token.rejected, ours',
    says: 'Your session has ended',
    drive: (tab) => tab.settle('request', 'rejected'),
  },
  {
    name: 'token refused after a sleep',
    tell: 'The machine sleeps until the token has run out; then the server answers with 401.',
    in: ['session.authenticated'],
    when: { request: 'ours', token: 'live' },
    event: 'token.rejected, ours',
    before: { token: 'out', waits: 'no' },
    after: { request: 'none' },
    drive: async (tab) => {
      await tab.sleep('out')
      await tab.settle('request', 'rejected')
    },
  },
  {
    name: 'older token refused',
    tell: 'The machine sleeps until the token has run out; then the server answers 401 to the token before it.',
    in: ['session.authenticated'],
    when: { request: 'older', token: 'live' },
    event: 'token.rejected, not ours',
    before: { token: 'out', waits: 'no' },
    after: { request: 'none' },
    drive: async (tab) => {
      await tab.sleep('out')
      await tab.settle('request', 'rejected')
    },
  },
  {
    name: 'waking up, token due',
    tell: 'The machine sleeps until the token is about to run out, and the tab is looked at again.',
    in: ['session.authenticated'],
    when: { heldIn: 'storage', token: 'live' },
    event: 'sync',
    before: { token: 'due', waits: 'no' },
    drive: async (tab) => {
      await tab.sleep('due')
      await tab.wake('visible')
    },
  },
  {
    name: 'waking up, token out',
    tell: 'The machine sleeps until the token has run out, and the tab is looked at again.',
    in: ['session.authenticated'],
    when: { heldIn: 'storage', token: 'live' },
    event: 'sync',
    before: { token: 'out', waits: 'no' },
    drive: async (tab) => {
      await tab.sleep('out')
      await tab.wake('visible')
    },
  },
  {
    name: 'request after a sleep',
    tell: 'The machine sleeps until the token has run out; then the administrator opens another area.',
    in: ['session.authenticated'],
    when: freshSession,
    event: 'token.needed',
    before: { token: 'out', waits: 'no' },
    drive: async (tab) => {
      await tab.sleep('out')
      await tab.ask()
    },
  },
  {
    name: 'request with a token that ran out',
    tell: 'The administrator opens another area.',
    in: ['session.authenticated'],
    when: { ...inSession, token: 'out' },
    event: 'token.needed',
    drive: (tab) => tab.ask(),
  },
  {
    name: 'half a minute',
    tell: 'Half a minute passes.',
    in: ['session.authenticated'],
    when: freshSession,
    event: 'after(heartbeat)',
    drive: (tab) => tab.elapse(30_000),
  },
  {
    name: 'storage vanishes',
    tell: 'The browser’s storage is emptied without a word, and half a minute passes.',
    in: ['session.authenticated'],
    when: freshSession,
    event: 'after(heartbeat)',
    finds: 'cleared',
    says: 'You were signed out in another tab',
    drive: async (tab) => {
      // What a page asks for soon after it opened would find the empty storage before the heartbeat does.
      await tab.elapse(10_000)
      await tab.local('clear')
      await tab.elapse(20_000)
    },
  },
  {
    name: 'token falls due',
    tell: 'A quarter of an hour passes but for a minute.',
    in: ['session.authenticated'],
    when: freshSession,
    event: 'after(heartbeat)',
    before: { token: 'due', waits: 'no' },
    drive: (tab) => tab.elapse('due'),
  },
  {
    name: 'minute is over, token ran out',
    tell: 'A minute passes, in which the token runs out.',
    in: ['session.authenticated'],
    when: { ...inSession, token: 'due', waits: 'minute' },
    event: 'after(heartbeat)',
    before: { token: 'out', waits: 'no' },
    drive: (tab) => tab.elapse(61_000),
  },
  {
    name: 'pause is over',
    tell: 'The pause before the next attempt passes.',
    in: ['session.authenticated'],
    when: { ...inSession, token: 'due', waits: 'pause' },
    event: 'after(heartbeat)',
    before: { waits: 'no' },
    drive: (tab) => tab.elapse('pause'),
  },
]
