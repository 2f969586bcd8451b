import { describe, expect, it } from 'vitest'
import { importKeys } from '../../src/contract/import'

describe('the unique keys of an imported row', () => {
  const keysOf = (draft: object) => importKeys({ unique: ['name'], uniqueTogether: ['vendor', 'revision'] }, draft)

  it('are equal when only case or composition of their text differs', () => {
    expect(keysOf({ name: 'Café', vendor: 'ACME', revision: 'a' })).toEqual(
      keysOf({ name: 'CAFE\u0301', vendor: 'acme', revision: 'A' }),
    )
  })

  it('differ by text and by numbers', () => {
    const keys = [1, 2].flatMap((n) => keysOf({ name: n, vendor: 'acme', revision: n })).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
  })

  it('leave out a field without a value, unless it is unique together with others', () => {
    expect(keysOf({ vendor: 'acme' }).map(({ field }) => field)).toEqual(['revision'])
  })
})
