import type { ServerResponse } from 'node:http'

/** The kind of a fault, which decides what a screen may do. */
type Kind =
  /** No usable answer arrives: the screen must say so. */
  | 'broken'
  /** No answer arrives before the console's time-out. */
  | 'hangs'
  /** The right answer arrives, late or in pieces. */
  | 'slow'

/** The server's answer, before the fault changes it. */
export interface Right {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** A fault between page and server. */
export interface Fault {
  readonly name: string
  readonly kind: Kind
  /** The answer is a success, which a form that reads nothing of it takes as it is. */
  readonly isSuccess?: true
  readonly answer: (to: ServerResponse, right: Right) => void
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const html = { 'content-type': 'text/html' }
const LATE_MS = 1500

const whole = (name: string, status: number, headers: Readonly<Record<string, string>>, body: string | Buffer): Fault => ({
  name,
  kind: 'broken',
  answer: (to) => void to.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body),
})
const empty = (name: string, status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
  name,
  kind: 'broken',
  answer: (to) => void to.writeHead(status, headers).end(),
})
const problem = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}): Fault =>
  whole(`the server answers ${status}`, status, { ...json, ...headers }, JSON.stringify({ message, code, requestId: 'r-1' }))

/** The answer's headers, except those about its length and connection. */
function headersOf({ headers }: Right): Record<string, string | string[] | undefined> {
  const { 'content-length': _length, 'transfer-encoding': _coding, connection: _connection, ...rest } = headers
  return rest
}

/** Every fault between page and server. */
export const faults: readonly Fault[] = [
  { name: 'the connection is reset', kind: 'broken', answer: (to) => void to.socket?.resetAndDestroy() },
  {
    name: 'the connection is reset after the headers',
    kind: 'broken',
    answer(to) {
      to.writeHead(200, json).flushHeaders()
      setTimeout(() => to.socket?.resetAndDestroy(), 20)
    },
  },
  { name: 'nothing comes', kind: 'hangs', answer: () => undefined },
  { name: 'nothing comes after the headers', kind: 'hangs', answer: (to) => to.writeHead(200, json).flushHeaders() },
  {
    name: 'the answer stops in the middle',
    kind: 'hangs',
    answer: (to, { body }) => void to.writeHead(200, json).write(body.subarray(0, body.length / 2)),
  },
  {
    name: 'the answer is late',
    kind: 'slow',
    answer: (to, right) => void setTimeout(() => to.writeHead(right.status, headersOf(right)).end(right.body), LATE_MS),
  },
  {
    name: 'the answer comes in pieces',
    kind: 'slow',
    answer(to, right) {
      to.writeHead(right.status, headersOf(right))
      const size = Math.ceil(right.body.length / 8) || 1
      const send = (at: number): void => {
        if (at >= right.body.length) return void to.end()
        to.write(right.body.subarray(at, at + size))
        setTimeout(() => send(at + size), LATE_MS / 8)
      }
      send(0)
    },
  },
  whole('the answer is cut JSON', 200, json, '{"result":[{"id":"0'),
  {
    name: 'the answer is shorter than it says',
    kind: 'broken',
    answer(to, { body }) {
      to.writeHead(200, { ...json, 'content-length': body.length + 100 }).write(body)
      setTimeout(() => to.socket?.destroy(), 20)
    },
  },
  {
    name: 'a piece is cut off',
    kind: 'broken',
    answer(to, { body }) {
      to.writeHead(200, json).write(body.subarray(0, body.length / 2))
      setTimeout(() => to.socket?.destroy(), 20)
    },
  },
  whole('the answer is empty', 200, json, ''),
  { ...empty('nothing is in the answer', 204), isSuccess: true },
  { ...whole('the answer is null', 200, json, 'null'), isSuccess: true },
  { ...whole('the answer is of another shape', 200, json, '{"result":5}'), isSuccess: true },
  whole('a hotel asks to log in', 200, html, '<html><h1>Welcome to our network</h1></html>'),
  empty('a proxy sends elsewhere', 302, { location: 'http://127.0.0.1:9/login' }),
  whole('the answer is packed by nobody knows what', 200, { ...json, 'content-encoding': 'gzip' }, 'no gzip'),
  whole('a proxy answers 502 with HTML', 502, html, '<html><h1>502 Bad Gateway</h1></html>'),
  whole('a proxy answers 504 with text', 504, { 'content-type': 'text/plain' }, 'upstream request timeout'),
  problem(503, 'unavailable', 'The database is away, please try again'),
  problem(500, 'internal', 'Something went wrong on the server'),
  problem(400, 'bad_request', 'That was not understood'),
  problem(403, 'forbidden', 'You may not do this'),
  problem(404, 'not_found', 'There is nothing here'),
  problem(429, 'too_many_requests', 'Too many requests, please try again in 3 seconds', { 'retry-after': '3' }),
]
