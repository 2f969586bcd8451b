import { Readable } from 'node:stream'

/** A request body that runs `meanwhile` between its halves, for tests of what happens during a long upload. */
export function interrupted(body: Buffer, meanwhile: () => Promise<unknown>): Readable {
  async function* parts() {
    const half = body.length >> 1
    yield body.subarray(0, half)
    await meanwhile()
    yield body.subarray(half)
  }
  return Readable.from(parts(), { objectMode: false })
}
