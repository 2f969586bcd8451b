import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectWritable } from '../../../src/server/db/clients'
import { listenOver } from '../../../src/server/db/listen'
import { openTestDatabase } from '../../support/database/database'
import { freePort } from '../../../src/tools/freePort'

let stop: (() => Promise<void>) | null = null
afterEach(() => stop?.())

describe('listening to an unreachable server', () => {
  it('reports the error at each attempt, and receives nothing', async () => {
    const port = await freePort()
    const [received, lost] = [vi.fn(), vi.fn()]
    stop = listenOver(() => connectWritable(`postgres://127.0.0.1:${port}/frond`, 1000), received, lost)
    await vi.waitFor(() => expect(lost.mock.calls.length).toBeGreaterThan(1), 10_000)
    expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: 'ECONNREFUSED' }))
    expect(received).not.toHaveBeenCalled()
  })
})

describe('listening that is stopped', () => {
  it('reports no error', async () => {
    const database = await openTestDatabase()
    const [received, lost] = [vi.fn(), vi.fn()]
    stop = database.db.listen(received, lost)
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith(null), 10_000)
    await stop()
    expect(lost).not.toHaveBeenCalled()
    await database.close()
  })
})
