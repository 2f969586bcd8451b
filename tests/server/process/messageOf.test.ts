import { expect, it } from 'vitest'
import { unavailable } from '../../../src/server/db/faults'
import { messageOf } from '../../../src/server/process/messageOf'

it.each([
  ['an error', new Error('away'), 'away'],
  [
    'a failure to connect to all of a name’s addresses',
    new AggregateError([new Error('v4 away'), new Error('v6 away')]),
    'v4 away, v6 away',
  ],
  ['what made the database unavailable, not the sentence for clients', unavailable(new Error('disk full')), 'disk full'],
  ['what is no error', 'away', 'away'],
])('is that of %s', (_what, thrown, message) => {
  expect(messageOf(thrown)).toBe(message)
})
