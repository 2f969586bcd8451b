// Asks no database.
// @module-tag embedded
import { describe, expect, it } from 'vitest'
import { isAway } from '../../../src/server/db/faults'

const failure = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

describe('a failure of the database', () => {
  it.each([
    ['its shutdown', failure('terminating connection due to administrator command', '57P01')],
    ['a refused connection', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
    ['a shutdown of a Citus worker', failure('terminating connection due to administrator command', 'XX000')],
    ['a lost connection to a Citus worker', failure('SSL SYSCALL error: EOF detected\ninvalid socket', 'XX000')],
    ['a closed connection to a Citus worker', failure('server closed the connection unexpectedly', 'XX000')],
    ['several addresses that all refuse', new AggregateError([failure('', 'ECONNREFUSED'), failure('', 'ETIMEDOUT')])],
  ])('counts as its absence when it is %s', (_what, error) => {
    expect(isAway(error)).toBe(true)
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
