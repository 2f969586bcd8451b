import { Readable } from 'node:stream'

/** A body whose second half is sent after `meanwhile`: as when something happens during a long upload. */
export function interrupted(body: Buffer, meanwhile: () => Promise<unknown>): Readable {
  async function* parts() {
    const half = body.length >> 1
    yield body.subarray(0, half)
    await meanwhile()
    yield body.subarray(half)
  }
  return Readable.from(parts(), { objectMode: false })
}
