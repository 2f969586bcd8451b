import type { Schema } from 'yup'
import { describe, expect, it } from 'vitest'
import { count, quantity, text } from '../../src/contract/fields'
import { counted } from '../../src/contract/grouped'

describe('a limit in a sentence', () => {
  const said = (schema: Schema, value: unknown) => {
    try {
      schema.validateSync(value, { strict: true })
      return null
    } catch (error) {
      return error instanceof Error ? error.message : null
    }
  }

  it.each([
    ['a duration', count(10, 86_400, 's'), 86_401, 'Limit must be at most 86,400 s'],
    ['a whole number', count(0, 2_147_483_647), 3e9, 'Limit must be at most 2,147,483,647'],
    ['a small number', count(10, 999, 's'), 9, 'Limit must be at least 10 s'],
    ['a number with decimals', quantity(0.0001, 1234.5678, 'm'), 0, 'Limit must be at least 0.0001 m'],
    ['a large number with decimals', quantity(0.0001, 1234.5678, 'm'), 2000, 'Limit must be at most 1,234.5678 m'],
    ['a depth', quantity(-12_000, 0, 'm'), -13_000, 'Limit must be at least −12,000 m'],
    ['a text', text(4000), 'x'.repeat(4001), 'Limit must be at most 4,000 characters'],
  ])('groups the digits of %s', (_kind, schema, value, sentence) => {
    expect(said(schema.label('Limit'), value)).toBe(sentence)
  })
})

it('a count has the noun that fits, and grouped digits', () => {
  const nouns = { one: 'gateway', many: 'gateways' }
  expect([0, 1, 1284].map((total) => counted(total, nouns))).toEqual(['0 gateways', '1 gateway', '1,284 gateways'])
})
