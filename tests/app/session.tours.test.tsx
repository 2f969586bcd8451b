import { configure } from '@testing-library/react'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { authMachine } from '../../machines/authMachine'
import './support/openApp'
import { startOauth, type OauthServer } from '../support/server/oauth'
import { startServer, type TestServer } from '../support/server/server'
import { readSettings } from '../../src/server/process/settings'
import { sessionTable } from '../model/model'
import { play } from '../model/play'
import { recordTours } from '../model/results'
import { isWhole, selectedTours, shortestToursOf } from '../model/settings'
import { createReactDriver } from '../model/react/reactDriver'

// Leaves the whole page out of an error about a missing element: the message suffices.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

const tours = [...selectedTours(), ...shortestToursOf(sessionTable)]
const record = recordTours({ system: 'react', title: 'React in a DOM', machine: authMachine })
let server: TestServer
let oauth: OauthServer
let driver: ReturnType<typeof createReactDriver> | null = null

/** Loads the modules that the console imports on demand: compiling them must not take a step's time. */
const warm = () =>
  Promise.all([
    import('../../src/app/pages'),
    import('../../src/app/signedOut/pages'),
    import('../../src/auth/calls'),
    import('../../src/auth/cipher'),
    import('../../src/auth/social'),
  ])

beforeAll(async () => {
  await warm()
  oauth = await startOauth()
  const { googleClientId, googleTokeninfoUrl, googleUserinfoUrl, facebookAppId, facebookAppSecret, facebookGraphUrl } =
    readSettings({ ...oauth.env, FROND_SECRET: 'a secret for tests, and for tests only', FROND_ADMIN_PASSWORD: 'moss moss moss' })
  const providers = { googleClientId, googleTokeninfoUrl, googleUserinfoUrl, facebookAppId, facebookAppSecret, facebookGraphUrl }
  // Passkeys need a host name.
  server = await startServer({ registration: 'open', publicUrl: 'https://frond.example.org', ...providers })
  await server.signIn()
}, 180_000)
afterEach(async () => {
  driver?.close()
  // All ways come from one address, and together they exceed its budgets.
  await server.db.query(sql`delete from throttles`)
})
afterAll(async () => {
  await server.close()
  await oauth.close()
})

describe('the session, in the console over the real server', () => {
  it.each(tours)('goes as the table says on $name', { timeout: 400_000 }, async (tour) => {
    driver = createReactDriver(server, oauth, record.coverage)
    expect(record.add(await play(tour, driver, record.coverage))).toBeUndefined()
  })

  it.runIf(isWhole)('was seen in every state and on every transition', () => {
    expect(record.missing()).toEqual([])
  })
})
