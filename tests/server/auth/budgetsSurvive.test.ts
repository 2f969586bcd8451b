// Tests the embedded database, and a PostgreSQL of its own.
// @module-tag embedded
import { afterAll, describe, expect, it } from 'vitest'
import { startPostgres, type Cluster } from '../../../src/tools/postgres'
import { createDatabase } from '../../support/database/databases'
import { serverProcess } from '../../support/database/serverProcess'

const server = serverProcess()
const cluster: Cluster | null = await startPostgres()
afterAll(() => cluster?.stop())

async function spendAll(): Promise<void> {
  for (let time = 0; time < 5; time += 1) expect(await server.tryPassword('wrong')).toBe(401)
  expect(await server.tryPassword('wrong')).toBe(429)
}

describe('the counts of attempts', { timeout: 120_000 }, () => {
  it('survive a kill of the server', async () => {
    await server.start()
    await spendAll()
    server.kill('SIGKILL')
    await server.ended()
    await server.start()
    expect(await server.tryPassword('wrong')).toBe(429)
  })

  it.skipIf(cluster === null)('survive a crash of PostgreSQL', async () => {
    await server.start(await createDatabase(cluster?.url ?? ''))
    await spendAll()
    for (const pid of cluster?.processes() ?? []) process.kill(pid, 'SIGKILL')
    await cluster?.resume()
    const answers: number[] = []
    const isBack = async () => answers.push(await server.tryPassword('wrong')) > 0 && answers.at(-1) !== 503
    await expect.poll(isBack, { timeout: 30_000 }).toBe(true)
    expect(answers.at(-1)).toBe(429)
  })
})
