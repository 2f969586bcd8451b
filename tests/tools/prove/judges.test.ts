import { beforeAll, describe, expect, it } from 'vitest'
import { createJudge, judgedBy, type Judge } from '../../../src/tools/prove/fuzz/judge'
import type { ProbeResponse } from '../../../src/tools/prove/http'
import { cellFault, controlFault, setUpFault } from '../../../src/tools/prove/matrix/judge'
import { operationsOf, type Document, type Operation } from '../../../src/tools/prove/operations'
import { callWith } from '../../support/server/calls'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()
let judge: Judge
let operations: readonly Operation[]

beforeAll(async () => {
  const { body } = await callWith(server)<Document>('GET', '/api/v1/openapi.json')
  judge = createJudge(body)
  operations = operationsOf(body)
})

const operation = (name: string): Operation => operations.find((one) => one.name === name) ?? unknown(name)
const unknown = (name: string): never => {
  throw new Error(`There is no ${name}`)
}
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'r-1',
  'x-content-type-options': 'nosniff',
  'www-authenticate': 'Bearer',
  'retry-after': '3',
  allow: 'GET',
}
const answer = (status: number, body: unknown, changes: Partial<ProbeResponse> = {}): ProbeResponse => ({
  status,
  headers,
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  ms: 5,
  ...changes,
})
const problem = (code: string) => ({ message: 'No', code, requestId: 'r-1' })

describe('the judge of answers', () => {
  const list = 'GET /api/v1/users'
  const right = { result: [], meta: { page: 1, pageSize: 25, total: 0, totalCapped: false } }

  it('finds nothing in an answer that conforms to the document', () => {
    expect(judge(operation(list), answer(200, right))).toEqual([])
    expect(judge(operation(list), answer(401, problem('unauthenticated')))).toEqual([])
    expect(judge(operation('POST /api/v1/oauth/google'), answer(503, problem('not_configured')))).toEqual([])
    expect(judge(operation('DELETE /api/v1/gateways/{id}'), answer(204, undefined))).toEqual([])
  })

  it.each([
    ['a 500', 500, problem('internal'), 'a 500'],
    ['a database that is away', 503, problem('unavailable'), 'a 503'],
    ['a field that is missing', 200, { result: [] }, "the 200 is off its schema:  must have required property 'meta'"],
    ['a field of another type', 200, { ...right, result: [{ id: 5 }] }, 'the 200 is off its schema'],
    ['a code that nobody documented', 400, problem('oops'), 'the 400 is off its schema'],
    ['a status that nobody documented', 302, undefined, 'the status 302 is not documented'],
    ['another request’s id', 400, { ...problem('bad_query'), requestId: 'r-2' }, 'the request id of the body'],
    ['a stack', 400, { ...problem('bad_query'), message: 'at read (/srv/app.js:3:4)' }, 'an error tells of the server’s inside'],
  ])('finds %s', (_what, status, body, fault) => {
    expect(judge(operation(list), answer(status, body)).join()).toContain(fault)
  })

  it.each([
    [401, 'www-authenticate'],
    [405, 'allow'],
    [429, 'retry-after'],
    [404, 'x-request-id'],
    [404, 'x-content-type-options'],
  ])('finds a %i without %s', (status, name) => {
    const bare = Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
    expect(judge(operation(list), answer(status, problem('not_found'), { headers: bare }))).toContain(
      `a ${status} without ${name}`,
    )
  })

  it('judges another method by its own operation, and an undocumented one by the errors', () => {
    const another = (method: string) => judgedBy(operations, operation('DELETE /api/v1/gateways/{id}'), method)
    expect(another('GET')).toBe(operation('GET /api/v1/gateways/{id}'))
    expect(judge(another('PATCH'), answer(405, problem('method_not_allowed')))).toEqual([])
    expect(judge(another('PATCH'), answer(204, undefined))).toEqual(['the status 204 is not documented'])
    expect(judge(another('PATCH'), answer(200, { result: 'whatever' }))).toEqual(['the status 200 is not documented'])
  })

  it('finds HTML, a truncated body, an unexpected one, and an answer that takes too long', () => {
    const html = { ...headers, 'content-type': 'text/html' }
    expect(judge(operation(list), answer(200, right, { headers: html })).join()).toContain('the type text/html')
    expect(judge(operation(list), answer(200, right, { body: Buffer.from('{"result"') })).join()).toContain('is no JSON')
    expect(judge(operation('DELETE /api/v1/gateways/{id}'), answer(204, right))).toContain('a 204 has a body')
    expect(judge(operation(list), answer(200, right, { ms: 20_000 })).join()).toContain('no answer within')
  })
})

describe('the judge of the matrix', () => {
  const none = { byDesign: {} }
  const refused = answer(401, problem('unauthenticated'))

  it('finds a credential that is accepted, and a refusal that is not documented', () => {
    const guarded = operation('GET /api/v1/users')
    expect(cellFault(guarded, none, refused)).toBeNull()
    expect(cellFault(guarded, none, answer(200, {}))).toBe('let in with 200')
    expect(cellFault(guarded, none, answer(304, undefined))).toBe('let in with 304')
    expect(cellFault(guarded, none, answer(404, problem('not_found')))).toContain('is not 401')
    expect(cellFault(guarded, none, answer(500, problem('internal')))).toBe('a 500')
    expect(cellFault(guarded, none, answer(401, problem('unauthenticated'), { headers: {} }))).toContain('WWW-Authenticate')
  })

  it('accepts public calls, and credentials that are valid by design', () => {
    expect(cellFault(operation('POST /api/v1/users/login'), none, answer(200, {}))).toBeNull()
    const posts = operation('POST /api/v1/datapoints')
    expect(cellFault(posts, none, answer(200, {}))).toBe('let in with 200')
    expect(cellFault(posts, { byDesign: { [posts.name]: 'its key' } }, answer(200, {}))).toBeNull()
  })

  it('finds an account that avoids the required second factor', () => {
    const guarded = operation('GET /api/v1/users')
    expect(setUpFault(guarded, false, answer(403, problem('second_factor_required')))).toBeNull()
    expect(setUpFault(guarded, false, answer(200, {}))).toContain('is not 403')
    expect(setUpFault(guarded, true, answer(200, {}))).toBeNull()
    expect(setUpFault(operation('POST /api/v1/datapoints'), false, answer(403, problem('forbidden')))).toContain('is not 401')
  })

  it('finds a valid credential that is refused, because the matrix would then prove nothing', () => {
    expect(controlFault(operation('GET /api/v1/users'), answer(200, {}))).toBeNull()
    expect(controlFault(operation('GET /api/v1/users'), refused)).toContain('to who may ask')
  })
})
