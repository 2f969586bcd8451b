import { begun } from '../situation'
import type { Move } from './move'

const busy = ['guest.signingIn', 'guest.verifying', 'guest.signingUp', 'guest.socialSigningIn', 'guest.requestingReset'] as const
const FALLBACK = 'Opps something went wrong'
const memory = { ...begun, heldIn: 'memory' } as const

/** Cases while a form, a provider’s window or the second step waits for its answer. */
export const waiting: readonly Move[] = [
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
    when: { right: true, second: false },
    event: 'done(signIn), durable',
    after: begun,
    drive: (tab) => tab.settle('signIn', 'done'),
  },
  {
    name: 'sign-in accepted, storage full',
    tell: 'The server lets the administrator in, but the browser’s storage is full.',
    in: ['guest.signingIn'],
    when: { right: true, second: false },
    event: 'done(signIn), memory only',
    after: memory,
    says: 'This browser blocks storage',
    drive: async (tab) => {
      await tab.local('block')
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
    name: 'sign-in asks for a second step',
    tell: 'The server takes the password, and asks for a code.',
    in: ['guest.signingIn'],
    when: { second: true },
    event: 'error(signIn), second step',
    says: 'Enter the code that your authenticator app shows',
    drive: (tab) => tab.settle('signIn', 'done'),
  },
  {
    name: 'right code',
    tell: 'The code of the app is typed and sent.',
    in: ['guest.secondStep'],
    event: 'verify',
    after: { right: true },
    drive: (tab) => tab.verify(true),
  },
  {
    name: 'wrong code',
    tell: 'A wrong code is typed and sent.',
    in: ['guest.secondStep'],
    event: 'verify',
    after: { right: false },
    drive: (tab) => tab.verify(false),
  },
  {
    name: 'back from the second step',
    tell: 'Back to sign in is pressed.',
    in: ['guest.secondStep'],
    event: 'cancel',
    drive: (tab) => tab.click('Back to sign in'),
  },
  {
    name: 'second step left alone',
    tell: 'Five minutes pass, and no code is sent.',
    in: ['guest.secondStep'],
    event: 'after(stepTimeout)',
    says: 'The second step took too long',
    drive: (tab) => tab.elapse(300_000),
  },
  {
    name: 'code accepted',
    tell: 'The server takes the code.',
    in: ['guest.verifying'],
    when: { right: true },
    event: 'done(verify), durable',
    after: begun,
    drive: (tab) => tab.settle('verify', 'done'),
  },
  {
    name: 'code accepted, storage full',
    tell: 'The server takes the code, but the browser’s storage is full.',
    in: ['guest.verifying'],
    when: { right: true },
    event: 'done(verify), memory only',
    after: memory,
    says: 'This browser blocks storage',
    drive: async (tab) => {
      await tab.local('block')
      await tab.settle('verify', 'done')
    },
  },
  {
    name: 'code refused',
    tell: 'The server says that the code is wrong.',
    in: ['guest.verifying'],
    when: { right: false },
    event: 'error(verify)',
    says: 'This code is wrong',
    drive: (tab) => tab.settle('verify', 'done'),
  },
  {
    name: 'sign-in over meanwhile',
    tell: 'The server knows nothing of this sign-in any more.',
    in: ['guest.verifying'],
    event: 'error(verify), over',
    drive: (tab) => tab.settle('verify', 'rejected'),
  },
  {
    name: 'code unanswered',
    tell: 'Half a minute passes without an answer.',
    in: ['guest.verifying'],
    event: 'after(verifyTimeout)',
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
    says: 'This browser blocks storage',
    drive: async (tab) => {
      await tab.local('block')
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
    says: 'This browser blocks storage',
    drive: async (tab) => {
      await tab.local('block')
      await tab.settle('socialSignIn', 'done')
    },
  },
  {
    name: 'provider vouches, second step due',
    tell: 'The provider vouches for somebody whose account asks for a code as well.',
    in: ['guest.socialSigningIn'],
    event: 'error(socialSignIn), second step',
    says: 'Enter the code that your authenticator app shows',
    drive: (tab) => tab.settle('socialSignIn', 'second'),
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
