import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Settings } from '../../../src/server/process/settings'
import { signedIn, type Call } from './calls'
import { createFleet, type Fleet } from '../rows/fleet'
import { startServer, type TestServer } from './server'
import { standIn } from '../standIn'

/** Starts one server for the tests of a file, which share its database. Use it in tests and hooks only: it does not exist before. */
export function oneServer(overrides: Partial<Settings> = {}): TestServer {
  let started: TestServer | null = null
  beforeAll(async () => {
    started = await startServer(overrides)
  })
  afterAll(() => started?.close())
  return standIn(() => started)
}

/** Starts one server for the tests of a file: each starts with an empty database and the clock at the present. */
export function emptiedServer(overrides: Partial<Settings> = {}): TestServer {
  const server = oneServer(overrides)
  beforeEach(async () => {
    await server.truncate()
    server.clock.now = new Date()
  })
  return server
}

/** Signs in the user who creates rows for tests of a screen, before each test. */
export function fleetAt(server: TestServer): Fleet {
  let fleet: Fleet | null = null
  beforeEach(async () => {
    fleet = await createFleet(server)
  })
  return standIn(() => fleet)
}

/** Returns the calls of an administrator who signs in once for a file, or before each test where the server is emptied. */
export function callAt(server: TestServer, hook: typeof beforeAll | typeof beforeEach = beforeAll): Call {
  let call: Call | null = null
  hook(async () => {
    call = await signedIn(server)
  })
  return (method, url, sent) => {
    if (call === null) throw new Error('Nobody is signed in before the hooks have run')
    return call(method, url, sent)
  }
}
