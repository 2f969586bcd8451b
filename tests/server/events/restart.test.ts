import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { audit } from '../../../src/server/activity/audit'
import { openDatabase } from '../../../src/server/db/open'
import { startPostgres, type Cluster } from '../../../src/tools/postgres'

const cluster: Cluster | null = await startPostgres()
const dataDir = mkdtempSync(join(tmpdir(), 'frond-restart-'))

afterAll(async () => {
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const patient = { timeout: 20_000 }

describe.skipIf(cluster === null)('listening (needs the programs of PostgreSQL on this machine)', () => {
  it('continues after an outage of PostgreSQL, and reports that notifications may have been missed', async () => {
    const place = { dataDir, databaseUrl: cluster?.url ?? '', publicUrl: 'http://frond.test' }
    const db = await vi.waitFor(() => openDatabase(place), patient)
    const received: (string | null)[] = []
    const stop = db.listen((payload) => received.push(payload))
    const entry = { userId: null, requestId: null, action: 'updated', subject: 'Plant', subjectId: 'one' }
    const change = () => vi.waitFor(() => db.transaction((tx) => audit(tx, entry)), patient)
    await vi.waitFor(() => expect(received).toEqual([null]), patient)
    await change()
    await vi.waitFor(() => expect(received).toEqual([null, '']), patient)

    await cluster?.pause()
    await cluster?.resume()
    await vi.waitFor(() => expect(received).toEqual([null, '', null]), patient)
    await change()
    await vi.waitFor(() => expect(received).toEqual([null, '', null, '']), patient)

    await stop()
    await db.close()
  })
})
