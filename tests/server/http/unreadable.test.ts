// Tests the embedded database, or no database.
// @module-tag embedded
import { beforeAll, describe, expect, it } from 'vitest'
import { oneServer } from '../../support/server/hooks'
import { answerTo } from '../../support/server/rawHttp'

const server = oneServer()
let port: number
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})

describe('an unreadable request', () => {
  it.each([
    [
      'headers that are too large',
      `GET /api/v1/gateways HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
      'The headers of the request are too large',
    ],
    ['no HTTP', 'leaf\r\n\r\n', 400, 'bad_request', 'The request cannot be read'],
    [
      'an address with a broken escape',
      'GET /api/v1/gateways/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      400,
      'bad_request',
      'The request cannot be read',
    ],
  ])('is answered as every other when it is %s', async (_, text, status, code, message) => {
    const answer = await answerTo(port, text)
    expect(answer).toMatchObject({
      status,
      body: { code, message, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
    expect(answer.headers['x-request-id']).toBe(answer.body['requestId'])
  })
})

describe('a request that is refused before it has arrived completely', () => {
  it('is answered, and its connection is closed, when it is an upload without a session', async () => {
    const upload = 'POST /api/v1/gateway_firmwares/01920000-0000-7000-8000-000000000000/file HTTP/1.1\r\nhost: x'
    const answer = await answerTo(
      port,
      `${upload}\r\ncontent-type: multipart/form-data; boundary=z\r\ncontent-length: 50000\r\n\r\n--z\r\n`,
    )
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})
