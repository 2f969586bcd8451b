import { begun, renewed, type Situation } from '../situation'
import type { Move, Place } from './move'

const session = ['session.authenticated', 'session.expired', 'session.refreshing'] as const

/**
 * Another tab stores a token in two writes: after the first, a tab whose own token has expired starts a refresh instead of finding the new
 * one. It finds it then, in the state `refreshing`.
 */
const findsAtOnce = ({ heldIn, token }: Situation, place: Place) =>
  heldIn === 'storage' && (place !== 'session.authenticated' || token !== 'out')

/** Cases in any state of a session: the user ends it, or another tab changes it. */
export const anywhereInside: readonly Move[] = [
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
    when: { heldIn: 'storage' },
    event: 'peer.signedOut, of ours',
    says: 'You were signed out in another tab',
    drive: (tab) => tab.remote('signOut'),
  },
  {
    name: 'storage cleared elsewhere',
    tell: 'Another tab clears the storage.',
    in: session,
    when: { heldIn: 'storage' },
    event: 'sync',
    finds: 'cleared',
    says: 'You were signed out in another tab',
    drive: (tab) => tab.remote('clearStorage'),
  },
  {
    name: 'somebody else elsewhere',
    tell: 'Somebody else signs in in another tab.',
    in: session,
    when: findsAtOnce,
    event: 'sync',
    finds: 'switched',
    after: { ...begun, request: 'none' },
    says: 'Someone else signed in in another tab',
    drive: (tab) => tab.remote('storeSomebodyElse'),
  },
  {
    name: 'newer token elsewhere',
    tell: 'Another tab stores a newer token of the same administrator.',
    in: session,
    when: findsAtOnce,
    event: 'sync',
    finds: 'rotated',
    after: renewed,
    drive: (tab) => tab.remote('storeNewer'),
  },
]
