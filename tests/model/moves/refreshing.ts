import { begun, renewed } from '../situation'
import type { Move } from './move'

/** Cases during a refresh. */
export const refreshing: readonly Move[] = [
  {
    name: 'refreshed',
    tell: 'The server gives a new token.',
    in: ['session.refreshing'],
    event: 'done(refresh), rotated',
    after: (before) => ({ ...renewed(before), mended: before.mended === 'asked' ? 'yes' : 'no' }),
    drive: (tab) => tab.settle('refresh', 'done'),
  },
  {
    name: 'refreshed into nothing',
    tell: 'The browser’s storage is emptied without a word; then the server gives a new token.',
    in: ['session.refreshing'],
    event: 'done(refresh), cleared',
    says: 'You were signed out in another tab',
    drive: async (tab) => {
      await tab.local('clear')
      await tab.settle('refresh', 'done')
    },
  },
  {
    name: 'refreshed beside somebody else',
    tell: 'Somebody else’s token lies in storage without a word; then the server gives a new token to the one before.',
    in: ['session.refreshing'],
    event: 'done(refresh), of someone else',
    after: { ...begun, request: 'none' },
    says: 'Someone else signed in in another tab',
    drive: async (tab) => {
      await tab.local('storeSomebodyElse')
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
    before: { waits: 'pause' },
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
