import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../src/server/body'

const bytes = (text: string) => new TextEncoder().encode(text)
const code = (text: string) => {
  try {
    readJson(bytes(text))
    return 200
  } catch (error) {
    return (error as { statusCode: number }).statusCode
  }
}

describe('readJson', () => {
  it('reads what JSON.stringify wrote, whatever is in its texts and keys', () => {
    const key = fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__' && name.isWellFormed())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('tree'), { maxLength: 4 }),
      map: fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(readJson(bytes(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('finds a key that comes twice, however deep and however it is written', () => {
    const name = fc.string({ minLength: 1 }).filter((one) => one !== '__proto__')
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 10 }), (key, depth) => {
        const escaped = `"${key
          .split('')
          .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')}"`
        const twice = `{${JSON.stringify(key)}:1 , ${escaped} :2}`
        expect(code('{"in":['.repeat(depth) + twice + ']}'.repeat(depth))).toBe(400)
      }),
    )
  })

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"b","b":"a"}',
    '{"a":"\\"a\\":1"}',
    '{"a\\\\":1,"a":2}',
    '{"x":"__proto__"}',
  ])('takes %s, where no object has a key twice', (text) => {
    expect(code(text)).toBe(200)
  })
})
