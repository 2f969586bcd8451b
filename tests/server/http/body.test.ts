import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readJson } from '../../../src/server/http/body'
import { callAt, oneServer } from '../../support/server/hooks'
import { gatewayDraft, insertHardware } from '../../support/rows/rows'

const bytes = (text: string) => new TextEncoder().encode(text)
const code = (text: string) => {
  try {
    readJson(bytes(text))
    return 200
  } catch (error) {
    return (error as { statusCode: number }).statusCode
  }
}

const server = oneServer()
const call = callAt(server)
let token: string
let hardwareId: string

beforeAll(async () => {
  token = await server.signIn()
  hardwareId = await insertHardware(server.db)
})

const register = '/api/v1/gateways/register'
const draft = (changes: object = {}) => ({ ...gatewayDraft(hardwareId), ...changes })

describe('readJson', () => {
  it('parses whatever JSON.stringify writes', () => {
    const key = fc.string({ unit: 'binary' }).filter((name) => !(name in Object.prototype) && name.isWellFormed())
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

  it('finds a duplicate key, at any depth and in any notation', () => {
    const name = fc.string({ minLength: 1 }).filter((one) => !(one in Object.prototype))
    const colon = fc.constantFrom(':', ': ', ' :', '\n\t: ')
    fc.assert(
      fc.property(name, fc.integer({ min: 0, max: 10 }), colon, colon, (key, depth, one, other) => {
        const escaped = `"${key
          .split('')
          .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')}"`
        const twice = `{${JSON.stringify(key)}${one}1 , ${escaped}${other}2}`
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

describe('a body that is posted', () => {
  it.each([
    ['cut short', '{"name":"x"'],
    ['not JSON', 'name=x'],
    ['with a comma at its end', '{"name":"x",}'],
    ['with a comment', '{"name":"x"/* */}'],
    ['with a byte order mark', '\ufeff{}'],
    ['with a key twice', '{"name":"a","name":"b"}'],
    ['with a key twice in another spelling', '{"name":"a","n\\u0061me":"b"}'],
    ['with a key twice deeper down', '{"tags":[{"a":1,"a":2}]}'],
    ['with __proto__', '{"__proto__":{"role":"admin"}}'],
    ['with a key that every object has', '{"constructor":1}'],
    ['with another such key', '{"toString":"x"}'],
    ['with such a key further in', '{"passkey":{"constructor":1}}'],
    ['with another one, deep inside', '{"a":[{"toString":{}}]}'],
    ['with __proto__ spelled otherwise', '{"\\u005f_proto__":{}}'],
    ['nested too deep', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['NaN', 'NaN'],
  ])('answers 400 when it is %s', async (_name, body) => {
    expect(await call('POST', register, { body })).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  it('answers 400 when it is not UTF-8', async () => {
    const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await server.app.inject({ method: 'POST', url: register, headers, payload })

    expect(answer.statusCode).toBe(400)
  })

  it.each(['[]', '"text"', '5', 'null', 'true', ''])('answers 422 when it is %j in place of an object', async (body) => {
    expect(await call('POST', register, { body })).toMatchObject({
      status: 422,
      body: { code: 'invalid', message: 'The body must be a JSON object' },
    })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
    'application/json; charset=utf-16',
  ])('answers 415 when its type is %s', async (type) => {
    const headers = { 'content-type': type }
    expect(await call('POST', register, { body: JSON.stringify(draft()), headers })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    })
  })

  it.each(['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'is read when its type is %s',
    async (type) => {
      expect((await call('POST', register, { body: JSON.stringify(draft()), headers: { 'content-type': type } })).status).toBe(
        201,
      )
    },
  )

  it('answers 413 over the limit, and serves the next request', async () => {
    const answer = await call('POST', register, { body: draft({ description: 'x'.repeat(1_100_000) }) })

    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', requestId: expect.any(String) } })
    expect((await call('GET', '/api/v1/gateways')).status).toBe(200)
  })
})
