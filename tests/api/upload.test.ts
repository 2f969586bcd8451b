import { describe, expect, it } from 'vitest'
import type { Uploader } from '../../src/api/extra'
import { createOwnChanges } from '../../src/api/ownChanges'
import { send, TIMEOUT_MS, type Request, type SendDeps } from '../../src/api/request'
import { createVirtualClock } from '../support/session/virtualClock'

const clock = createVirtualClock()
const never = new AbortController().signal
const file = new Blob(['image'], { type: 'application/octet-stream' })
const request = (onProgress: (sent: number, total: number) => void = () => {}): Request => ({
  url: '/x',
  method: 'POST',
  ifMatch: 3,
  upload: { file, name: 'image.bin', onProgress },
})

function wire(upload: Uploader | undefined, fetch: typeof globalThis.fetch = () => Promise.reject(new Error('Not this way'))) {
  const all: SendDeps = {
    fetch,
    apiUrl: 'https://api.example',
    sleep: clock.sleep,
    now: clock.now,
    ownChanges: createOwnChanges(),
  }
  return upload === undefined ? all : { ...all, upload }
}

describe('send, with a file', () => {
  it('sends it as the only part of a form, with the bearer and the version, and leaves the content type to the browser', async () => {
    const seen: Parameters<Uploader>[] = []
    const upload: Uploader = async (...all) => {
      seen.push(all)
      return Response.json({ result: 1 }, { status: 201 })
    }
    expect(await send(request(), wire(upload), never, 'abc')).toEqual({ data: { result: 1 } })
    const [address, init] = seen[0] ?? []
    expect(address).toBe('https://api.example/x')
    expect(init?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer abc', 'if-match': '"3"' })
    const parts = [...(init?.body ?? [])].map(([name, value]) => [name, value instanceof File && value.name])
    expect(parts).toEqual([['file', 'image.bin']])
  })

  it('uses fetch where there is no XMLHttpRequest', async () => {
    const fetch: typeof globalThis.fetch = async (_, init) =>
      Response.json({ form: init?.body instanceof FormData, redirect: init?.redirect })
    expect(await send(request(), wire(undefined, fetch), never, null)).toEqual({ data: { form: true, redirect: 'error' } })
  })

  it('lasts as long as bytes move, and ends 30 s after they stop', async () => {
    const reported: number[] = []
    let tell: (sent: number, total: number) => void = () => {}
    const upload: Uploader = (_, { signal, onProgress }) => {
      tell = onProgress
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    const answer = send(
      request((sent) => reported.push(sent)),
      wire(upload),
      never,
      null,
    )
    for (const sent of [1, 2, 3]) {
      await clock.advance(TIMEOUT_MS - 1)
      tell(sent, 3)
    }
    await clock.advance(TIMEOUT_MS - 1)
    expect([reported, clock.pending()]).toEqual([[1, 2, 3], 1])
    await clock.advance(1)
    expect(await answer).toMatchObject({ error: { kind: 'timeout' } })
    expect(clock.pending()).toBe(0)
  })

  it('reports a refusal in the server’s words', async () => {
    const upload: Uploader = async () => Response.json({ message: 'Too large', code: 'too_large' }, { status: 413 })
    expect(await send(request(), wire(upload), never, null)).toMatchObject({
      error: { kind: 'refused', status: 413, problem: { message: 'Too large', code: 'too_large' } },
    })
  })
})

describe('send, for a file', () => {
  const request: Request = { url: '/x', accept: 'blob' }

  it('returns it byte by byte, however long it takes', async () => {
    const fetch: typeof globalThis.fetch = async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          async start(controller) {
            for (const byte of [0, 128, 255]) {
              controller.enqueue(new Uint8Array([byte]))
              await clock.sleep(TIMEOUT_MS - 1)
            }
            controller.close()
          },
        }),
      )
    const answer = await clock.run(send(request, wire(undefined, fetch), never, null))
    const blob = 'data' in answer ? (answer.data as Blob) : new Blob()
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 128, 255])
  })

  it('reports a refusal, which is JSON', async () => {
    const fetch: typeof globalThis.fetch = async () => Response.json({ message: 'Gone' }, { status: 404 })
    expect(await send(request, wire(undefined, fetch), never, null)).toMatchObject({
      error: { status: 404, problem: { message: 'Gone' } },
    })
  })
})
