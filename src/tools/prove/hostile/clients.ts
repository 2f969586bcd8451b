import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sessionPaths } from '../../../contract/session'

/** The data that a hostile client has. */
interface Aim {
  readonly port: number
  /** Token of an administrator who is hostile; the one that is measured is not. */
  readonly token: string
  /** Key of a gateway. */
  readonly key: string
  readonly isOver: () => boolean
}

/** Attacks until `isOver`; returns how often. */
type Hostile = (aim: Aim) => Promise<number>

const big = 1_000_000
const LOGIN = sessionPaths.signIn

/** Opens a connection that ignores every error and answer. */
function open({ port }: Aim): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}

function head(method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string {
  const lines = Object.entries({ host: 'frond.test', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
const json = { 'content-type': 'application/json' }

/**
 * Keeps `count` connections open: sends `first`, then `bit` every half second, and reconnects when the server closes one. Returns the
 * number of connections.
 */
async function dribble(aim: Aim, count: number, first: string, bit: string): Promise<number> {
  let times = 0
  const one = async (): Promise<void> => {
    while (!aim.isOver()) {
      const socket = open(aim)
      socket.write(first)
      times += 1
      while (!aim.isOver() && !socket.destroyed) {
        await sleep(500)
        if (bit !== '') socket.write(bit)
      }
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  return times
}

/** Sends `text` over `count` connections, each time a new one, and waits for the answer or cuts it off. */
async function flood(aim: Aim, count: number, text: () => string | Buffer, { cut = false, pauseMs = 0 } = {}): Promise<number> {
  let times = 0
  const one = async (): Promise<void> => {
    while (!aim.isOver()) {
      const socket = open(aim)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(text())
      times += 1
      if (cut) {
        await sleep(20)
        socket.destroy()
      } else {
        socket.once('data', () => socket.end())
        await Promise.race([closed, sleep(2000)])
        socket.destroy()
      }
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  return times
}

const posted = (path: string, body: string, headers: Readonly<Record<string, string>> = {}): string =>
  head('POST', path, { ...json, ...headers, 'content-length': Buffer.byteLength(body) }) + body

/** Every hostile client, named after its attack. */
export const hostiles: Readonly<Record<string, Hostile>> = {
  'half-open connections': (aim) => dribble(aim, 300, '', ''),
  'headers a byte at a time': (aim) => dribble(aim, 300, 'GET / HTTP/1.1\r\nx-a: ', 'a'),
  'bodies a byte at a time': (aim) => dribble(aim, 300, head('POST', LOGIN, { ...json, 'content-length': 1000 }), 'a'),
  'event streams': (aim) => dribble(aim, 200, head('GET', '/api/v1/events', { authorization: `Bearer ${aim.token}` }), ''),
  'bodies that are cut off': (aim) =>
    flood(aim, 30, () => `${head('POST', LOGIN, { ...json, 'content-length': 1000 })}{"email`, { cut: true }),
  'requests without a session': (aim) => flood(aim, 20, () => head('GET', '/api/v1/gateways')),
  'bytes that are no HTTP': (aim) => flood(aim, 20, () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 GET\r\n\r\n'),
  'huge headers': (aim) => flood(aim, 20, () => head('GET', '/', { 'x-a': 'a'.repeat(60_000) })),
  'a thousand requests at once on a connection': (aim) =>
    flood(aim, 2, () => head('GET', '/api/v1/gateways').repeat(1000), { pauseMs: 200 }),
  'sign-ins of many accounts': (aim) => {
    let at = 0
    return flood(aim, 10, () =>
      posted(LOGIN, JSON.stringify({ email: `a${(at += 1)}@example.com`, password: 'wrong words', role: 'admin' })),
    )
  },
  'bodies full of quotes': (aim) =>
    flood(aim, 4, () => posted(LOGIN, `{"email":"${String.raw`\"`.repeat(big / 2 - 50)}"}`), { pauseMs: 50 }),
  'bodies that are nested deep': (aim) => flood(aim, 4, () => posted(LOGIN, '['.repeat(big - 100)), { pauseMs: 50 }),
  'imports full of quotes': (aim) => {
    const csv = `name\n${'"'.repeat(7 * big)}`
    const headers = { 'content-type': 'text/csv', authorization: `Bearer ${aim.token}` }
    return flood(aim, 1, () => posted('/api/v1/sensors/import', csv, headers), { pauseMs: 200 })
  },
  'uploads without a session': (aim) =>
    flood(aim, 4, () => head('POST', '/api/v1/gateway_firmwares/x/file', { 'content-length': 16 * big }) + 'f'.repeat(big), {
      pauseMs: 50,
    }),
  'batches of a gateway beyond its share': (aim) =>
    flood(aim, 4, () => posted('/api/v1/datapoints', '{"datapoints":[]}', { authorization: `Bearer ${aim.key}` })),
}
