import { describe, expect, it } from 'vitest'
import { object, string } from 'yup'
import { importKeys, repeatedWords } from '../../src/contract/import'

describe('the unique keys of an imported row', () => {
  const draft = object({ name: string().label('Name'), vendor: string().label('Vendor'), revision: string().label('Revision') })
  const keysOf = (values: object) => importKeys({ unique: ['name'], uniqueTogether: ['vendor', 'revision'], draft }, values)

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

  it('are named with all their fields', () => {
    const sentences = keysOf({ name: 'Acme', vendor: 'acme' }).map(({ labels }) => repeatedWords(labels, 2))
    expect(sentences).toEqual(['Name is also in line 2', 'Vendor and revision are also in line 2'])
  })
})
