// Asks no database.
// @module-tag embedded
import { describe, expect, it } from 'vitest'
import { isAway, tookTooLong } from '../../../src/server/db/faults'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

describe('a failure of the database', () => {
  it.each([
    ['its shutdown', failure('terminating connection due to administrator command', '57P01')],
    ['a refused connection', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
    ['a shutdown of a Citus worker', failure('terminating connection due to administrator command', 'XX000')],
    ['a lost connection to a Citus worker', failure('SSL SYSCALL error: EOF detected\ninvalid socket', 'XX000')],
    ['a closed connection to a Citus worker', failure('server closed the connection unexpectedly', 'XX000')],
    ['a statement on a connection that was just lost', failure('Socket is closed', 'ERR_SOCKET_CLOSED')],
    ['several addresses that all refuse', new AggregateError([failure('', 'ECONNREFUSED'), failure('', 'ETIMEDOUT')])],
  ])('counts as its absence when it is %s', (_what, error) => {
    expect(isAway(error)).toBe(true)
  })

  it.each([
    ['a statement that was cancelled', failure('canceling statement due to statement timeout', '57014'), true],
    ['a statement that was not even cancelled', failure('Query read timeout'), true],
    [
      'a Citus worker that hangs',
      failure('could not establish any connections to the node db2:5432 after 3000 ms', '08006'),
      true,
    ],
    ['a Citus worker that refuses', failure('connection to the remote node postgres@db2:5432 failed', '08006'), false],
  ])('tells %s from the others, because a worker may hang', (_what, error, isSlow) => {
    expect(isAway(error)).toBe(true)
    expect(tookTooLong(error)).toBe(isSlow)
  })

  it.each([
    ['a broken invariant', failure('could not find tuple for trigger 12', 'XX000')],
    ['a duplicate that a Citus worker reports', failure('duplicate key value violates unique constraint "k"', 'XX000')],
    ['a wrong statement', failure('syntax error at or near "selct"', '42601')],
    ['no error at all', 'a text'],
  ])('does not when it is %s', (_what, error) => {
    expect(isAway(error)).toBe(false)
  })
})
