import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Settings } from '../../../src/server/process/settings'
import { signedIn, type Call } from './calls'
import { createFleet, type Fleet } from '../rows/fleet'
import { startServer, type TestServer } from './server'
import { standIn } from '../standIn'

/** One server for the tests of a file, which all write into its database. Ask it in tests and hooks: before them there is none. */
export function oneServer(overrides: Partial<Settings> = {}): TestServer {
  let started: TestServer | null = null
  beforeAll(async () => {
    started = await startServer(overrides)
  })
  afterAll(() => started?.close())
  return standIn(() => started)
}

/** One server for the tests of a file: each finds its database empty and its clock at the present. */
export function emptiedServer(overrides: Partial<Settings> = {}): TestServer {
  const server = oneServer(overrides)
  beforeEach(async () => {
    await server.truncate()
    server.clock.now = new Date()
  })
  return server
}

/** The user who prepares rows for a test of a screen, signed in again for each. */
export function fleetAt(server: TestServer): Fleet {
  let fleet: Fleet | null = null
  beforeEach(async () => {
    fleet = await createFleet(server)
  })
  return standIn(() => fleet)
}

/** Calls as an administrator who is signed in for all tests of a file: for a server that keeps its rows. */
export function callAt(server: TestServer): Call {
  let call: Call | null = null
  beforeAll(async () => {
    call = await signedIn(server)
  })
  return (method, url, sent) => {
    if (call === null) throw new Error('Nobody is signed in before the hooks have run')
    return call(method, url, sent)
  }
}
