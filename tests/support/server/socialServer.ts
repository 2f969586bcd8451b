import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { sessionPaths, type Provider } from '../../../src/contract/session'
import { readSettings } from '../../../src/server/process/settings'
import { post, setOtherwise, type SessionAnswer } from './accounts'
import { ada, startOauth, type OauthServer } from './oauth'
import { startServer, type TestServer } from './server'
import { standIn } from '../standIn'

/** Both providers. */
export const both = ['google', 'facebook'] as const

interface SocialUser {
  readonly email: string
  readonly confirmed: boolean
  readonly identities: readonly string[]
}

/** A server with providers, and sign-in by them. */
export interface SocialServer {
  readonly oauth: OauthServer
  readonly server: TestServer
  /** The same server without providers. */
  readonly bare: TestServer
  /** Signs in with a token as the provider's window would return it. */
  enter(provider: Provider, token?: string, at?: TestServer): Promise<SessionAnswer>
  usersOf(): Promise<readonly SocialUser[]>
}

/**
 * Starts one server and one pair of providers for a file's tests; each test starts without users, and with providers that vouch for Ada.
 */
export function socialServer(): SocialServer {
  let started: { oauth: OauthServer; bare: TestServer; server: TestServer } | null = null
  const [oauth, bare, server] = [
    standIn(() => started?.oauth ?? null),
    standIn(() => started?.bare ?? null),
    standIn(() => started?.server ?? null),
  ]
  beforeAll(async () => {
    const providers = await startOauth()
    const without = await startServer({ registration: 'open' })
    started = { oauth: providers, bare: without, server: await setOtherwise(without, providersOf(providers)) }
  })
  afterAll(async () => {
    await started?.bare.close()
    await started?.oauth.close()
  })
  beforeEach(async () => {
    await server.truncate()
    server.clock.now = new Date()
  })
  afterEach(() => Object.assign(oauth, { person: ada, fault: null, audience: null, alter: (body: unknown) => body }))
  return {
    oauth,
    server,
    bare,
    enter: (provider, token = oauth.issue(provider), at = server) =>
      post(at, sessionPaths.social[provider], { access_token: token, role: 'admin' }),
    usersOf: async () => {
      const { rows } = await server.db.query<SocialUser>(sql`
        select email, email_confirmed_at is not null as confirmed,
          coalesce((select jsonb_agg(i.provider || ' ' || i.subject order by i.provider) from identities i where i.user_id = u.id), '[]') as identities
        from users u order by email`)
      return rows
    },
  }
}

function providersOf({ env }: OauthServer) {
  const all = readSettings({
    ...env,
    FROND_SECRET: 'a secret for tests, and for tests only',
    FROND_ADMIN_PASSWORD: 'moss moss moss',
  })
  const { googleClientId, googleTokeninfoUrl, googleUserinfoUrl, facebookAppId, facebookAppSecret, facebookGraphUrl } = all
  return { googleClientId, googleTokeninfoUrl, googleUserinfoUrl, facebookAppId, facebookAppSecret, facebookGraphUrl }
}
