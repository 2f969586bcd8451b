import { fastify } from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { openStream, type Stream } from '../../../src/server/events/stream'

const principal = { userId: 'ada', sessionId: 'one', email: 'ada@example.com', position: null, until: new Date() }
const news = {
  cursor: '5:5:@1',
  changes: [{ area: 'Plant', id: 'one', version: 1, change: 'updated', userId: null, requestId: null }],
  touchesSessions: false,
} as const

function open() {
  const onClose = vi.fn()
  return { stream: openStream(principal, onClose), onClose }
}

/** Reads the stream to its end; returns its text. */
async function readAll({ readable }: Stream): Promise<string> {
  let text = ''
  for await (const part of readable) text += String(part)
  return text
}

/** Opens a stream whose client reads the first events and then nothing more. */
async function leaveUnread(stream: Stream): Promise<void> {
  stream.readable.pipe(new Writable({ highWaterMark: 1, write: () => undefined }))
  const paused = once(stream.readable, 'pause')
  stream.sendChanges(news)
  await paused
}

describe('a stream', () => {
  it('sends missed events first, and then newer ones', async () => {
    const { stream } = open()
    stream.sendChanges({ ...news, cursor: 'later' })
    stream.begin({ ...news, cursor: 'missed' })
    stream.end()

    expect((await readAll(stream)).match(/(?<=id: ).*/g)).toEqual(['missed', 'missed', 'later'])
  })

  it('sends the position to resume from also when nothing changed', async () => {
    const { stream } = open()
    stream.begin({ ...news, cursor: 'missed', changes: [] })
    stream.sendChanges({ ...news, cursor: 'later', changes: [] })
    stream.end()

    expect((await readAll(stream)).match(/event: .*\nid: .*/g)).toEqual(['event: ready\nid: missed', 'event: cursor\nid: later'])
  })

  it('ends without an error when its session ends before it has begun', async () => {
    const { stream, onClose } = open()
    stream.end()
    stream.begin(news)
    stream.sendChanges(news)
    stream.beat()

    expect(await readAll(stream)).toBe('')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('ends on time for a client that does not read', async () => {
    const { stream, onClose } = open()
    stream.begin(news)
    await leaveUnread(stream)
    stream.end()

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('closes its connection at its end, however much is buffered', async () => {
    const { stream, onClose } = open()
    const app = fastify()
    app.get('/', (_request, reply) => reply.header('content-type', 'text/event-stream').send(stream.readable))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1').on('error', () => undefined)
    socket.pause().write('GET / HTTP/1.1\r\nHost: frond\r\n\r\n')
    stream.begin(news)
    const [one] = news.changes
    while (stream.readable.readableFlowing !== false) {
      stream.sendChanges({ ...news, changes: [{ ...one, id: 'x'.repeat(50_000) }] })
      await turn()
    }
    stream.end()

    await app.close()
    expect(onClose).toHaveBeenCalledOnce()
    socket.destroy()
  })

  it('is closed when too much is buffered for a client that does not read', async () => {
    const { stream, onClose } = open()
    stream.begin(news)
    await leaveUnread(stream)
    for (let times = 0; times < 10_000 && !stream.readable.destroyed; times++) stream.sendChanges(news)

    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(stream.readable.readableLength).toBeLessThan(300_000)
  })
})
