import { describe, expect, it } from 'vitest'
import { FALLBACK_MESSAGE } from '../../src/contract/constants'
import { createOwnChanges } from '../../src/api/ownChanges'
import { send, TIMEOUT_MS, type Request, type SendDeps } from '../../src/api/request'
import { createVirtualClock } from '../support/session/virtualClock'

const clock = createVirtualClock()
const never = new AbortController().signal

function wire(fetch: typeof globalThis.fetch, apiUrl = ''): SendDeps {
  return { fetch, apiUrl, sleep: clock.sleep, now: clock.now, ownChanges: createOwnChanges() }
}

function answering(response: () => Response | Promise<Response>) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    requests.push({ url: new URL(url instanceof Request ? url.url : url).href, init })
    return response()
  }
  return { fetch, requests }
}

async function ask(request: Request, response: () => Response | Promise<Response>, bearer: string | null = null) {
  const { fetch, requests } = answering(response)
  const answer = await send(request, wire(fetch, 'https://api.example/frond'), never, bearer)
  return { answer, url: requests[0]?.url, init: requests[0]?.init }
}

const json =
  (status: number, body: unknown, headers = {}) =>
  () =>
    Response.json(body, { status, headers })
const raw =
  (status: number, body: string | null, headers = {}) =>
  () =>
    new Response(body, { status, headers })

describe('send, the request', () => {
  it('goes below the API’s base URL, as JSON, with the bearer', async () => {
    const { url, init } = await ask({ url: '/api/v1/gateways', params: new URLSearchParams({ q: 'a b' }) }, json(200, {}), 'abc')
    expect(url).toBe('https://api.example/frond/api/v1/gateways?q=a+b')
    expect(init).toMatchObject({ method: 'GET', cache: 'no-store', redirect: 'error' })
    expect(init?.headers).toEqual({ accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer abc' })
    expect(init).not.toHaveProperty('body')
  })

  it('carries body, version and key of a write', async () => {
    const { init } = await ask(
      { url: '/x', method: 'PUT', body: { name: 'Roof' }, ifMatch: 3, idempotencyKey: 'k1' },
      json(200, {}),
    )
    expect(init).toMatchObject({ method: 'PUT', body: '{"name":"Roof"}' })
    expect(init?.headers).toMatchObject({ 'if-match': '"3"', 'idempotency-key': 'k1' })
    expect(init?.headers).not.toHaveProperty('authorization')
  })

  it('carries CSV as it is, and says so', async () => {
    const { init } = await ask({ url: '/x', method: 'POST', csv: 'name\r\nRoof\r\n' }, json(200, {}))
    expect(init).toMatchObject({ method: 'POST', body: 'name\r\nRoof\r\n' })
    expect(init?.headers).toMatchObject({ 'content-type': 'text/csv' })
  })

  it('sends a DELETE without a body, but with the JSON content type', async () => {
    const { init } = await ask({ url: '/x', method: 'DELETE', ifMatch: 1 }, raw(204, null))
    expect(init?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(init).not.toHaveProperty('body')
  })
})

describe('send, the answer', () => {
  it('is the parsed body', async () => {
    expect((await ask({ url: '/x' }, json(200, { result: [1] }))).answer).toEqual({ data: { result: [1] } })
  })

  it('is null for 204', async () => {
    expect((await ask({ url: '/x', method: 'DELETE' }, raw(204, null))).answer).toEqual({ data: null })
  })

  it('is the unchanged text when text was requested', async () => {
    expect((await ask({ url: '/x', accept: 'text' }, raw(200, 'a,b\r\n'))).answer).toEqual({ data: 'a,b\r\n' })
  })

  it.each([
    ['JSON cut off', '{"result": [1, 2'],
    ['HTML', '<!doctype html><title>Sign in to the hotel</title>'],
    ['nothing', ''],
  ])('is malformed when a success carries %s', async (_, body) => {
    const { answer } = await ask({ url: '/x' }, raw(200, body))
    expect(answer).toEqual({
      error: { kind: 'malformed', status: 200, problem: { message: FALLBACK_MESSAGE, code: 'internal', requestId: '' } },
    })
  })

  it('is a failed connection when the body breaks off', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"resu'))
            controller.error(new TypeError('network error'))
          },
        }),
      )
    expect((await ask({ url: '/x' }, broken)).answer).toMatchObject({ error: { kind: 'offline', status: 0 } })
  })

  it('is a failed connection when there is none', async () => {
    const { answer } = await ask({ url: '/x' }, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(answer).toEqual({
      error: { kind: 'offline', status: 0, problem: { message: FALLBACK_MESSAGE, code: 'unavailable', requestId: '' } },
    })
  })

  it('is the server’s complete problem', async () => {
    const problem = { message: 'Somebody saved meanwhile', code: 'stale', requestId: 'r1', result: { id: '1', version: 4 } }
    expect((await ask({ url: '/x' }, json(412, problem))).answer).toEqual({ error: { kind: 'refused', status: 412, problem } })
  })

  it.each([
    [400, 'bad_request'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [412, 'stale'],
    [413, 'too_large'],
    [422, 'invalid'],
    [429, 'too_many_requests'],
    [418, 'bad_request'],
    [500, 'internal'],
    [503, 'unavailable'],
    [599, 'internal'],
  ])('derives the code from status %i when another backend sends none', async (status, code) => {
    const { answer } = await ask({ url: '/x' }, json(status, { message: 'No' }))
    expect(answer).toEqual({ error: { kind: 'refused', status, problem: { message: 'No', code, requestId: '' } } })
  })

  it.each([{}, { message: '' }, { message: '  ' }, { message: 7 }, { error: 'nope' }])(
    'says the specified sentence for %j',
    async (body) => {
      const { answer } = await ask({ url: '/x' }, json(500, body))
      expect(answer).toMatchObject({
        error: { problem: { message: 'Opps something went wrong, please try again after some time' } },
      })
    },
  )

  it('keeps only the fields of the problem’s shape', async () => {
    const body = { message: 'No', fields: ['email'], holder: 'Roof', users: 3, requestId: 7, extra: true }
    const { answer } = await ask({ url: '/x' }, json(409, body))
    expect(answer).toEqual({
      error: { kind: 'refused', status: 409, problem: { message: 'No', code: 'conflict', requestId: '' } },
    })
  })

  it('keeps fields, holder and users', async () => {
    const problem = {
      message: 'EUI is taken',
      code: 'taken',
      requestId: 'r1',
      fields: { eui: 'EUI is taken' },
      holder: { id: '1', name: 'Roof' },
      users: { total: 12, rows: [{ id: '2', name: 'Shed' }] },
    }
    expect((await ask({ url: '/x' }, json(409, problem))).answer).toEqual({ error: { kind: 'refused', status: 409, problem } })
  })

  it.each(['<h1>502 Bad Gateway</h1>', '', '[]', '"text"', 'null'])(
    'says the specified sentence for a 502 of %j',
    async (body) => {
      const { answer } = await ask({ url: '/x' }, raw(502, body))
      expect(answer).toEqual({
        error: { kind: 'malformed', status: 502, problem: { message: FALLBACK_MESSAGE, code: 'unavailable', requestId: '' } },
      })
    },
  )

  it.each([
    ['120', 120],
    ['0', 0],
    ['99999999', 3_600],
    [new Date(clock.now() + 30_000).toUTCString(), 30],
    [new Date(clock.now() - 30_000).toUTCString(), 0],
  ])('parses Retry-After %j into seconds', async (header, seconds) => {
    const { answer } = await ask({ url: '/x' }, json(429, { message: 'Too many' }, { 'retry-after': header }))
    expect(answer).toMatchObject({ error: { status: 429, retryAfterS: seconds } })
  })

  it('ignores an invalid Retry-After', async () => {
    const { answer } = await ask({ url: '/x' }, json(429, {}, { 'retry-after': 'soon' }))
    expect(answer).not.toHaveProperty('error.retryAfterS')
  })
})

describe('send, the waiting', () => {
  const hanging: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })

  it('ends after 30 s', async () => {
    const answer = send({ url: '/x' }, wire(hanging), never, null)
    await clock.advance(TIMEOUT_MS - 1)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    expect(await answer).toMatchObject({ error: { kind: 'timeout', status: 0, problem: { message: FALLBACK_MESSAGE } } })
  })

  it('includes the time of the body', async () => {
    const drip: typeof globalThis.fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start(controller) {
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          },
        }),
      )
    const answer = send({ url: '/x' }, wire(drip), never, null)
    await clock.advance(TIMEOUT_MS)
    expect(await answer).toMatchObject({ error: { kind: 'timeout' } })
  })

  it('ends when the caller aborts, and leaves no timer', async () => {
    const caller = new AbortController()
    const answer = send({ url: '/x' }, wire(hanging), caller.signal, null)
    caller.abort()
    expect(await answer).toMatchObject({ error: { kind: 'aborted' } })
    await clock.idle()
    expect(clock.pending()).toBe(0)
  })
})
