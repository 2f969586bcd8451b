import { begun } from '../situation'
import type { Move } from './move'

const idle = ['guest.noToken', 'guest.signedOut', 'guest.resetSent'] as const

/** Cases of a guest: the user begins to sign in or up, or another tab changes storage. */
export const waysIn: readonly Move[] = [
  {
    name: 'sign in, right password',
    tell: 'The administrator types email and password and presses Login.',
    in: idle,
    event: 'signIn',
    after: { right: true },
    drive: (tab) => tab.submit('signIn', true),
  },
  {
    name: 'sign in, second step due',
    tell: 'Somebody with an authenticator app types email and password on a new browser and presses Login.',
    in: idle,
    event: 'signIn',
    after: { right: true, second: true },
    drive: (tab) => tab.submit('signIn', 'second'),
  },
  {
    name: 'sign in, wrong password',
    tell: 'Somebody types an email and a wrong password and presses Login.',
    in: idle,
    event: 'signIn',
    after: { right: false },
    drive: (tab) => tab.submit('signIn', false),
  },
  {
    name: 'sign up, new email',
    tell: 'Somebody fills in the sign-up form and sends it.',
    in: idle,
    event: 'signUp',
    after: { right: true },
    drive: (tab) => tab.submit('signUp', true),
  },
  {
    name: 'sign up, email taken',
    tell: 'Somebody fills in the sign-up form with an email that is taken, and sends it.',
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
    name: 'passkey',
    tell: 'Somebody presses Passkey, and the device asks for it.',
    in: [...idle, 'guest.socialSigningIn'],
    when: { passkey: false },
    event: 'socialSignIn passkey',
    after: { passkey: true },
    drive: (tab) => tab.click('Passkey'),
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
    in: [...idle, 'guest.secondStep'],
    event: 'sync',
    finds: 'fresh',
    after: begun,
    drive: (tab) => tab.remote('signIn'),
  },
  {
    name: 'garbage elsewhere',
    tell: 'Another page writes something into storage that nobody can read.',
    in: idle,
    event: 'sync',
    finds: 'corrupt',
    drive: (tab) => tab.remote('storeGarbage'),
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
