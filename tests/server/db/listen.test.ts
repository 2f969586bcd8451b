import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectWritable } from '../../../src/server/db/clients'
import { listenOver } from '../../../src/server/db/listen'
import { freePort } from '../../support/database/ports'

let stop: (() => Promise<void>) | null = null
afterEach(() => stop?.())

describe('listening to a server that is away', () => {
  it('reports the error at each attempt, and receives nothing', async () => {
    const port = await freePort()
    const [heard, lost] = [vi.fn(), vi.fn()]
    stop = listenOver(() => connectWritable(`postgres://127.0.0.1:${port}/frond`, 1000), heard, lost)
    await vi.waitFor(() => expect(lost.mock.calls.length).toBeGreaterThan(1), 10_000)
    expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: 'ECONNREFUSED' }))
    expect(heard).not.toHaveBeenCalled()
  })
})
