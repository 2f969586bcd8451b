import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { EVENTS_PATH } from '../../../src/contract/events'
import { buildApp } from '../../../src/server/app'
import { buildConsoleApp } from '../../../src/server/console/app'
import { oneServer } from '../../support/server/hooks'
import { signal } from '../../support/signal'
import { within } from '../../support/within'

const server = oneServer()
let app: FastifyInstance
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await app.close()
})

/** Longest close that waits for nobody, in milliseconds: Node alone waits for over a minute, or for good. */
const SOON_MS = 5000

/** Starts a server with a call that is answered when the test says so. */
async function listen() {
  app = await buildApp(server.deps)
  const [arrival, answer] = [signal(), signal()]
  app.get('/slowly', async () => {
    arrival.give()
    await answer.given
    return { answered: true }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { arrival: arrival.given, answer: answer.give }
}

/** Starts a server that serves the console alone. */
async function listenAlone() {
  const folder = mkdtempSync(join(tmpdir(), 'frond-alone-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta name="frond-api-url" content=""><div id="root"></div>')
  app = await buildConsoleApp({ ...server.settings, apiUrl: 'https://api.example' }, folder)
  rmSync(folder, { recursive: true })
  await app.listen({ host: '127.0.0.1', port: 0 })
}

async function connection(): Promise<Socket> {
  // Leaves it to the server to end the connection.
  const socket = connect({ port: Number(new URL(app.listeningOrigin).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
const ask = (socket: Socket, path: string, bearer = '') =>
  socket.write(`GET ${path} HTTP/1.1\r\nHost: frond\r\nAuthorization: Bearer ${bearer}\r\n\r\n`)

const closesSoon = () => within(SOON_MS, () => app.close().then(() => 'closed'))

describe('a server that closes', () => {
  it('does not wait for a connection without requests', async () => {
    await listen()
    await connection()
    // The server has accepted the connection by the time it answers another one.
    await fetch(app.listeningOrigin)

    expect(await closesSoon()).toBe('closed')
  })

  it('does not wait for an incomplete request', async () => {
    await listen()
    const socket = await connection()
    socket.write('GET /healthz HTTP/1.1\r\nHost: fr')
    await fetch(app.listeningOrigin)

    expect(await closesSoon()).toBe('closed')
  })

  it('answers the request under way, and then closes its connection', async () => {
    const { arrival, answer } = await listen()
    const socket = await connection()
    ask(socket, '/slowly')
    await arrival
    const closed = closesSoon()
    await expect.poll(() => fetch(app.listeningOrigin).catch(() => 'refused')).toBe('refused')
    answer()
    let answerText = ''
    for await (const part of socket) answerText += String(part)

    expect(answerText).toMatch(/connection: close/i)
    expect(answerText).toContain('{"answered":true}')
    expect(await closed).toBe('closed')
  })

  it('refuses connections at once, while it still ends what it does, so that a proxy turns to another process', async () => {
    const ends = signal()
    app = await buildApp(server.deps)
    app.addHook('preClose', () => ends.given)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = { port: Number(new URL(app.listeningOrigin).port), host: '127.0.0.1' }
    const closed = app.close()
    const isAccepted = () => {
      const socket = connect(address)
      socket.on('error', () => undefined)
      sockets.push(socket)
      return once(socket, 'connect').then(
        () => true,
        () => false,
      )
    }
    await expect.poll(isAccepted).toBe(false)
    ends.give()
    await closed
  })

  it('does not wait for idle connections when it serves the console alone', async () => {
    await listenAlone()
    await connection()
    await fetch(app.listeningOrigin)

    expect(await closesSoon()).toBe('closed')
  })
})

describe('a client that has its answer and does not finish its request', () => {
  it.each([
    ['of the API', listen],
    ['of the console alone', listenAlone],
  ])('is disconnected by a server %s', async (_what, start) => {
    await start()
    const socket = await connection()
    socket.write('GET /healthz HTTP/1.1\r\nHost: frond\r\nContent-Length: 9\r\n\r\n')
    socket.resume()
    expect(await within(SOON_MS, () => once(socket, 'end').then(() => 'disconnected'))).toBe('disconnected')
  })
})

describe('a client that does not wait for answers', () => {
  it('gets sixteen answers and a refusal, and is disconnected', async () => {
    const { answer } = await listen()
    const socket = await connection()
    for (let count = 0; count < 1000; count++) ask(socket, '/slowly')
    answer()
    let answers = ''
    for await (const part of socket) answers += String(part)

    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => '200'), '429'])
    expect(answers).toMatch(/connection: close/i)
    expect(answers).toContain('wait for answers before sending more')
  })

  it('gets all answers when it sends sixteen requests', async () => {
    const { answer } = await listen()
    answer()
    const socket = await connection()
    for (let count = 0; count < 16; count++) ask(socket, '/slowly')
    let answers = ''
    socket.on('data', (part) => (answers += String(part)))
    await expect.poll(() => answers.match(/"answered":true/g)?.length).toBe(16)
  })
})

describe('live streams do not hold up a server that closes', () => {
  const ways: readonly [string, (socket: Socket) => void][] = [
    ['heard to the end', (socket) => void socket.resume()],
    ['cut off', (socket) => void socket.destroy()],
    ['reset', (socket) => void socket.resetAndDestroy()],
    ['half closed', (socket) => void socket.resume().end()],
    ['half closed, and not read', (socket) => void socket.pause().end()],
    ['not read', (socket) => void socket.pause()],
  ]

  it.each(ways)('when they are %s', async (_what, leave) => {
    await listen()
    const bearer = await server.signIn()
    for (let count = 0; count < 20; count++) {
      const socket = await connection()
      ask(socket, EVENTS_PATH, bearer)
      await once(socket, 'data')
      leave(socket)
    }

    expect(await closesSoon()).toBe('closed')
  })

  it('when they are aborted before their answer', async () => {
    await listen()
    const bearer = await server.signIn()
    for (let count = 0; count < 20; count++) {
      const socket = await connection()
      ask(socket, EVENTS_PATH, bearer)
      socket.destroy()
    }

    expect(await closesSoon()).toBe('closed')
  })
})
