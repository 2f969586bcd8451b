import type { Driver } from './driver'
import type { Finding, Situation } from './situation'

/** Where the session can rest; `closed` is the tab before it is opened. */
export type Place =
  | 'closed'
  | 'enrolled'
  | `guest.${'noToken' | 'signedOut' | 'resetSent' | 'signingIn' | 'signingUp' | 'socialSigningIn' | 'requestingReset'}`
  | `session.${'authenticated' | 'expired' | 'refreshing'}`

/**
 * One case: what happens, where it can happen, and how a system is made to do it. To add one, add a row to `moves`: every tour, in every
 * system, takes it from then on, in every place where it can happen.
 */
export interface Move {
  readonly name: string
  /** What happens, as the report tells it. */
  readonly tell: string
  readonly in: readonly Place[]
  /** Further conditions. */
  readonly when?: Partial<Situation>
  /** The chart's event, by its name among the cases of tests/support/sessionChart.ts; null: the chart hears nothing, or begins. */
  readonly event: string | null
  /** What the event comes upon. */
  readonly finds?: Finding
  /** What has changed by the time of the event. */
  readonly before?: Partial<Situation>
  /** What has changed after it. */
  readonly after?: Partial<Situation> | ((before: Situation) => Partial<Situation>)
  /** Words that the page shows after it. */
  readonly says?: string
  readonly drive: (driver: Driver) => Promise<void>
}

const idle = ['guest.noToken', 'guest.signedOut', 'guest.resetSent'] as const
const session = ['session.authenticated', 'session.expired', 'session.refreshing'] as const
const busy = ['guest.signingIn', 'guest.signingUp', 'guest.socialSigningIn', 'guest.requestingReset'] as const
const FALLBACK = 'Opps something went wrong'

const older = ({ request }: Situation): Partial<Situation> => (request === 'ours' ? { request: 'older' } : {})
const renewed = (before: Situation): Partial<Situation> => ({ ...older(before), token: 'live', waits: 'no' })
const begun = { token: 'live', waits: 'no' } as const
const memory = { ...begun, kept: 'memory' } as const

const opening: readonly Move[] = [
  {
    name: 'open, nothing stored',
    tell: 'Somebody opens the console in a browser that holds nothing.',
    in: ['closed'],
    event: null,
    drive: (tab) => tab.open('nothing'),
  },
  {
    name: 'open, live token stored',
    tell: 'Somebody opens the console in a browser that holds a live token.',
    in: ['closed'],
    event: null,
    before: begun,
    drive: (tab) => tab.open('live'),
  },
  {
    name: 'open, old token stored',
    tell: 'Somebody opens the console in a browser whose token ran out while it was closed.',
    in: ['closed'],
    event: null,
    before: { token: 'out' },
    drive: (tab) => tab.open('out'),
  },
  {
    name: 'open, garbage stored',
    tell: 'Somebody opens the console in a browser that holds something nobody can read.',
    in: ['closed'],
    event: null,
    finds: 'corrupt',
    says: 'could not be read',
    drive: (tab) => tab.open('garbage'),
  },
]

const waysIn: readonly Move[] = [
  {
    name: 'sign in, right password',
    tell: 'The administrator types e-mail and password and presses Login.',
    in: idle,
    event: 'signIn',
    after: { right: true },
    drive: (tab) => tab.submit('signIn', true),
  },
  {
    name: 'sign in, wrong password',
    tell: 'Somebody types an e-mail and a wrong password and presses Login.',
    in: idle,
    event: 'signIn',
    after: { right: false },
    drive: (tab) => tab.submit('signIn', false),
  },
  {
    name: 'sign up, new e-mail',
    tell: 'Somebody fills in the sign-up form and sends it.',
    in: idle,
    event: 'signUp',
    after: { right: true },
    drive: (tab) => tab.submit('signUp', true),
  },
  {
    name: 'sign up, e-mail taken',
    tell: 'Somebody fills in the sign-up form with an e-mail that is taken, and sends it.',
    in: idle,
    event: 'signUp',
    after: { right: false },
    drive: (tab) => tab.submit('signUp', false),
  },
  {
    name: 'Google',
    tell: 'Somebody presses Google, and its window opens.',
    in: idle,
    event: 'socialSignIn google',
    drive: (tab) => tab.click('Google'),
  },
  {
    name: 'forgotten password',
    tell: 'Somebody asks for reset instructions.',
    in: idle,
    event: 'forgotPassword',
    drive: (tab) => tab.submit('forgotPassword', true),
  },
  {
    name: 'signed in elsewhere',
    tell: 'Another tab signs in.',
    in: idle,
    event: 'sync',
    finds: 'fresh',
    after: begun,
    drive: (tab) => tab.remote('signIn'),
  },
  {
    name: 'the ended session again',
    tell: 'A refresh that another tab had begun before the sign-out is late, and writes the ended session into storage again.',
    in: ['guest.signedOut'],
    when: { ended: true },
    event: 'sync',
    finds: 'resurrected',
    drive: (tab) => tab.remote('storeEndedAgain'),
  },
]

const waiting: readonly Move[] = [
  {
    name: 'other tabs while waiting',
    tell: 'Another tab touches storage meanwhile.',
    in: busy,
    event: 'sync',
    drive: (tab) => tab.remote('touchStorage'),
  },
  { name: 'cancel', tell: 'Cancel is pressed.', in: busy, event: 'cancel', drive: (tab) => tab.click('Cancel') },
  {
    name: 'sign-in accepted',
    tell: 'The server lets the administrator in.',
    in: ['guest.signingIn'],
    when: { right: true },
    event: 'done(signIn), durable',
    after: begun,
    drive: (tab) => tab.settle('signIn', 'done'),
  },
  {
    name: 'sign-in accepted, storage full',
    tell: 'The server lets the administrator in, but the browser’s storage is full.',
    in: ['guest.signingIn'],
    when: { right: true },
    event: 'done(signIn), memory only',
    after: memory,
    says: 'This browser keeps nothing for us',
    drive: async (tab) => {
      await tab.own('block')
      await tab.settle('signIn', 'done')
    },
  },
  {
    name: 'sign-in refused',
    tell: 'The server refuses the password.',
    in: ['guest.signingIn'],
    when: { right: false },
    event: 'error(signIn)',
    says: 'Email or password is wrong',
    drive: (tab) => tab.settle('signIn', 'done'),
  },
  {
    name: 'sign-in unanswered',
    tell: 'Half a minute passes without an answer.',
    in: ['guest.signingIn'],
    event: 'after(authTimeout)',
    says: FALLBACK,
    drive: (tab) => tab.elapse(30_000),
  },
  {
    name: 'sign-up accepted',
    tell: 'The server registers the administrator.',
    in: ['guest.signingUp'],
    when: { right: true },
    event: 'done(signUp), durable',
    after: begun,
    drive: (tab) => tab.settle('signUp', 'done'),
  },
  {
    name: 'sign-up accepted, storage full',
    tell: 'The server registers the administrator, but the browser’s storage is full.',
    in: ['guest.signingUp'],
    when: { right: true },
    event: 'done(signUp), memory only',
    after: memory,
    says: 'This browser keeps nothing for us',
    drive: async (tab) => {
      await tab.own('block')
      await tab.settle('signUp', 'done')
    },
  },
  {
    name: 'sign-up refused',
    tell: 'The server says that the e-mail is taken.',
    in: ['guest.signingUp'],
    when: { right: false },
    event: 'error(signUp)',
    drive: (tab) => tab.settle('signUp', 'done'),
  },
  {
    name: 'sign-up unanswered',
    tell: 'Half a minute passes without an answer.',
    in: ['guest.signingUp'],
    event: 'after(authTimeout)',
    says: FALLBACK,
    drive: (tab) => tab.elapse(30_000),
  },
  {
    name: 'page loads anew',
    tell: 'The page loads anew.',
    in: ['enrolled'],
    event: null,
    drive: (tab) => tab.settle('reload', 'done'),
  },
  {
    name: 'reload blocked',
    tell: 'The browser does not load the page anew, and three seconds pass.',
    in: ['enrolled'],
    event: 'after(reloadGuard)',
    drive: async (tab) => {
      await tab.settle('reload', 'blocked')
      await tab.elapse(3_000)
    },
  },
  {
    name: 'the other provider',
    tell: 'Facebook is pressed instead.',
    in: ['guest.socialSigningIn'],
    event: 'socialSignIn facebook',
    drive: (tab) => tab.click('Facebook'),
  },
  {
    name: 'provider vouches',
    tell: 'The provider vouches for the administrator, and the server lets them in.',
    in: ['guest.socialSigningIn'],
    event: 'done(socialSignIn), durable',
    after: begun,
    drive: (tab) => tab.settle('socialSignIn', 'done'),
  },
  {
    name: 'provider vouches, storage full',
    tell: 'The provider vouches for the administrator, but the browser’s storage is full.',
    in: ['guest.socialSigningIn'],
    event: 'done(socialSignIn), memory only',
    after: memory,
    says: 'This browser keeps nothing for us',
    drive: async (tab) => {
      await tab.own('block')
      await tab.settle('socialSignIn', 'done')
    },
  },
  {
    name: 'provider declined',
    tell: 'Cancel is pressed in the provider’s window.',
    in: ['guest.socialSigningIn'],
    event: 'error(socialSignIn)',
    says: 'sign-in was declined',
    drive: (tab) => tab.settle('socialSignIn', 'declined'),
  },
  {
    name: 'provider unanswered',
    tell: 'Three minutes pass, and the provider’s window says nothing.',
    in: ['guest.socialSigningIn'],
    event: 'after(socialTimeout)',
    says: 'did not answer',
    drive: (tab) => tab.elapse(180_000),
  },
  {
    name: 'reset accepted',
    tell: 'The server sends the instructions.',
    in: ['guest.requestingReset'],
    event: 'done(forgotPassword)',
    says: 'You will receive an email',
    drive: (tab) => tab.settle('forgotPassword', 'done'),
  },
  {
    name: 'reset without network',
    tell: 'The network is down.',
    in: ['guest.requestingReset'],
    event: 'error(forgotPassword)',
    says: FALLBACK,
    drive: (tab) => tab.settle('forgotPassword', 'offline'),
  },
  {
    name: 'reset unanswered',
    tell: 'Half a minute passes without an answer.',
    in: ['guest.requestingReset'],
    event: 'after(authTimeout)',
    says: FALLBACK,
    drive: (tab) => tab.elapse(30_000),
  },
]

const anywhereInside: readonly Move[] = [
  {
    name: 'sign out',
    tell: 'The administrator presses Sign out.',
    in: session,
    event: 'signOut',
    drive: (tab) => tab.click('Sign out'),
  },
  {
    name: 'signed out elsewhere',
    tell: 'Another tab announces that it has signed out.',
    in: session,
    when: { kept: 'storage' },
    event: 'peer.signedOut, newer',
    says: 'You were signed out in another tab',
    drive: (tab) => tab.remote('signOut'),
  },
  {
    name: 'storage cleared elsewhere',
    tell: 'Another tab clears the storage.',
    in: session,
    when: { kept: 'storage' },
    event: 'sync',
    finds: 'gone',
    says: 'You were signed out in another tab',
    drive: (tab) => tab.remote('clearStorage'),
  },
  {
    name: 'somebody else elsewhere',
    tell: 'Somebody else signs in in another tab.',
    in: session,
    when: { kept: 'storage' },
    event: 'sync',
    finds: 'switched',
    after: { ...begun, request: 'none' },
    drive: (tab) => tab.remote('storeSomebodyElse'),
  },
  {
    name: 'newer token elsewhere',
    tell: 'Another tab stores a newer token of the same administrator.',
    in: session,
    when: { kept: 'storage' },
    event: 'sync',
    finds: 'rotated',
    after: renewed,
    drive: (tab) => tab.remote('storeNewer'),
  },
]

const inSession = { kept: 'storage', request: 'none' } as const
const freshSession = { ...inSession, token: 'live' } as const

const authenticated: readonly Move[] = [
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
    tell: 'The server answers it with 401, although the token is live.',
    in: ['session.authenticated'],
    when: { request: 'ours', token: 'live' },
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
    when: { kept: 'storage', token: 'live' },
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
    when: { kept: 'storage', token: 'live' },
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
    finds: 'gone',
    says: 'You were signed out in another tab',
    drive: async (tab) => {
      await tab.own('clear')
      await tab.elapse(30_000)
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
    name: 'second is over',
    tell: 'A second passes.',
    in: ['session.authenticated'],
    when: { ...inSession, token: 'due', waits: 'second' },
    event: 'after(heartbeat)',
    before: { waits: 'no' },
    drive: (tab) => tab.elapse(1_500),
  },
]

const refreshing: readonly Move[] = [
  {
    name: 'refreshed',
    tell: 'The server gives a new token.',
    in: ['session.refreshing'],
    event: 'done(refresh), rotated',
    after: renewed,
    drive: (tab) => tab.settle('refresh', 'done'),
  },
  {
    name: 'refreshed into nothing',
    tell: 'The browser’s storage is emptied without a word; then the server gives a new token.',
    in: ['session.refreshing'],
    event: 'done(refresh), gone',
    says: 'You were signed out in another tab',
    drive: async (tab) => {
      await tab.own('clear')
      await tab.settle('refresh', 'done')
    },
  },
  {
    name: 'refreshed beside somebody else',
    tell: 'Somebody else’s token lies in storage without a word; then the server gives a new token to the one before.',
    in: ['session.refreshing'],
    event: 'done(refresh), of someone else',
    after: { ...begun, request: 'none' },
    drive: async (tab) => {
      await tab.own('storeSomebodyElse')
      await tab.settle('refresh', 'done')
    },
  },
  {
    name: 'refresh refused',
    tell: 'The server answers the refresh with 401.',
    in: ['session.refreshing'],
    event: 'error(refresh), 401',
    says: 'Your session has ended',
    drive: (tab) => tab.settle('refresh', 'rejected'),
  },
  {
    name: 'server overloaded',
    tell: 'The server is overloaded and asks for a minute.',
    in: ['session.refreshing'],
    event: 'error(refresh), network',
    before: { waits: 'minute' },
    drive: (tab) => tab.settle('refresh', 'busy'),
  },
  {
    name: 'refresh unanswered',
    tell: 'Twenty seconds pass without an answer.',
    in: ['session.refreshing'],
    when: { request: 'none' },
    event: 'after(refreshTimeout)',
    before: { waits: 'second' },
    drive: (tab) => tab.elapse(20_000),
  },
  {
    name: 'request while refreshing',
    tell: 'The administrator opens another area, which waits for the new token.',
    in: ['session.refreshing'],
    when: { request: 'none', token: 'out' },
    event: 'token.needed',
    drive: (tab) => tab.ask(),
  },
  {
    name: 'token refused while refreshing',
    tell: 'The server answers the request under way with 401.',
    in: ['session.refreshing'],
    when: { request: 'ours' },
    event: 'token.rejected, ours',
    after: { request: 'none' },
    drive: (tab) => tab.settle('request', 'rejected'),
  },
  {
    name: 'other tabs while refreshing',
    tell: 'Another tab touches storage.',
    in: ['session.refreshing'],
    event: 'sync',
    drive: (tab) => tab.remote('touchStorage'),
  },
]

const expired: readonly Move[] = [
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
    name: 'second is over, token out',
    tell: 'A second passes.',
    in: ['session.expired'],
    when: { request: 'none', waits: 'second' },
    event: 'after(backoff)',
    before: { waits: 'no' },
    drive: (tab) => tab.elapse(1_500),
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

/** The one table. */
export const moves: readonly Move[] = [
  ...opening,
  ...waysIn,
  ...waiting,
  ...anywhereInside,
  ...authenticated,
  ...refreshing,
  ...expired,
]
