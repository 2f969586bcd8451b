// Asks no database.
// @module-tag embedded
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { openStandby } from '../../../src/server/db/standby'
import { freePort } from '../../../src/tools/freePort'

it('is not used when it accepts a connection and sends nothing, and may end that connection later', async () => {
  const sockets: Socket[] = []
  const port = await freePort()
  const server = createServer((socket) => void sockets.push(socket)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const note = vi.fn()
  const standby = openStandby(`postgres://127.0.0.1:${port}/frond`, { prepares: false, jobs: { note } })
  expect(await standby.acquireAt('0/1')).toBeNull()
  expect(note).toHaveBeenCalledExactlyOnceWith('standby_reads', { error: new Error('The standby does not answer in time') })
  expect(sockets).toHaveLength(1)
  for (const socket of sockets) socket.destroy()
  // An unhandled rejection would fail the run.
  await standby.close()
  server.close()
  await once(server, 'close')
})
