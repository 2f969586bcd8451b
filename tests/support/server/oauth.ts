import { fastify, type FastifyInstance, type FastifyReply } from 'fastify'
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, grant, type Answer, type Exchange, type Step } from 'oauth2orize'
import type { Provider } from '../../../src/contract/session'

/** Frond's client ids at the two providers, and the secret that Facebook shares with it. */
const GOOGLE_CLIENT_ID = '1234-frond.apps.googleusercontent.com'
const FACEBOOK_APP_ID = '4600460046004600'
const FACEBOOK_APP_SECRET = 'facebook-app-secret-of-the-tests'

/** The person at the provider's window, as the provider knows them; it does not report claims that are left out. */
export interface OauthPerson {
  readonly subject: string
  readonly email?: string | undefined
  readonly givenName?: string | undefined
  readonly familyName?: string | undefined
  readonly emailVerified?: unknown
  readonly hostedDomain?: string | undefined
}

/** Faults of a provider. `api…`: in calls from servers; `dialog…`: in its window. */
export type OauthFault =
  | 'api hangs'
  | 'api fails'
  | 'api answers HTML'
  | 'api answers {}'
  | 'api redirects'
  | 'api is endless'
  | 'dialog hangs'
  | 'dialog severs'

/** Google and Facebook in one OAuth 2.0 server on a free local port. */
export interface OauthServer {
  /** Environment variables that point a product at this server. */
  readonly env: Readonly<Record<string, string>>
  /** The person at the window from now on. */
  person: OauthPerson
  fault: OauthFault | null
  /** Another client's id, for which tokens are issued from now on; null: Frond's. */
  audience: string | null
  /** Changes the API's answers, for unlikely cases. */
  alter: (body: Readonly<Record<string, unknown>>, path: string) => unknown
  /** Issues a token as the window would return it. */
  issue(provider: Provider, secondsLeft?: number): string
  /** Method and path with query of every request so far. */
  readonly requests: readonly string[]
  readonly issued: readonly string[]
  close(): Promise<void>
}

interface Token {
  readonly audience: string
  readonly person: OauthPerson
  readonly expiresAt: number
}

export const ada: OauthPerson = {
  subject: '110169484474386276334',
  email: 'ada.fern@gmail.com',
  givenName: 'Ada',
  familyName: 'Fern',
  emailVerified: true,
}

/** Starts the providers. The person at the window is Ada unless a test says otherwise. */
export async function startOauth(): Promise<OauthServer> {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const tokens = new Map<string, Token>()
  const requests: string[] = []
  const issued: string[] = []
  const clients: Readonly<Record<Provider, string>> = { google: GOOGLE_CLIENT_ID, facebook: FACEBOOK_APP_ID }
  const server = {
    person: ada,
    fault: null as OauthFault | null,
    audience: null as string | null,
    alter: ((body) => body) as OauthServer['alter'],
    issue(provider: Provider, secondsLeft = 3599): string {
      const token = `${provider === 'google' ? 'ya29.' : 'EAAB'}${randomBytes(24).toString('base64url')}`
      const expiresAt = Math.floor(Date.now() / 1000) + secondsLeft
      tokens.set(token, { audience: server.audience ?? clients[provider], person: server.person, expiresAt })
      issued.push(token)
      return token
    },
    requests,
    issued,
  }
  app.addHook('onRequest', async (request) => void requests.push(`${request.method} ${request.url}`))
  dialogs(app, server)
  apiFaults(app, server)
  googleApi(app, server, tokens)
  facebookApi(app, server, tokens)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const env = {
    GOOGLE_CLIENT_ID,
    GOOGLE_AUTH_URL: `${origin}/google/auth`,
    GOOGLE_TOKENINFO_URL: `${origin}/api/google/tokeninfo`,
    GOOGLE_USERINFO_URL: `${origin}/api/google/userinfo`,
    FACEBOOK_APP_ID,
    FACEBOOK_APP_SECRET,
    FACEBOOK_DIALOG_URL: `${origin}/facebook/dialog`,
    FACEBOOK_GRAPH_URL: `${origin}/api/graph`,
  }
  return Object.assign(server, { env, close: () => app.close() })
}

type Running = Pick<OauthServer, 'person' | 'fault' | 'audience' | 'alter' | 'issue'>

/** Adds the pages: oauth2orize handles consent and its answer; around it is a page with two buttons. */
function dialogs(app: FastifyInstance, server: Running): void {
  const session = {}
  for (const [provider, path] of [
    ['google', '/google/auth'],
    ['facebook', '/facebook/dialog'],
  ] as const) {
    const clientId = provider === 'google' ? GOOGLE_CLIENT_ID : FACEBOOK_APP_ID
    const oauth = createServer<string>()
    oauth.serializeClient((client, done) => done(null, client))
    oauth.deserializeClient((id, done) => done(null, id))
    const more = { expires_in: 3599 }
    oauth.grant(grant.token({ scopeSeparator: [' ', ','] }, (_client, _user, done) => done(null, server.issue(provider), more)))
    const ask = oauth.authorization((id, uri, done) => {
      const isRegistered = id === clientId && /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/oauth\/callback$/.test(uri)
      done(null, isRegistered && id, uri)
    })
    app.get<{ Querystring: Record<string, string> }>(path, async (request, reply) => {
      if (server.fault === 'dialog hangs') return new Promise(() => {})
      if (server.fault === 'dialog severs') reply.header('cross-origin-opener-policy', 'same-origin')
      const exchange: Exchange = { query: request.query, body: {}, session, user: server.person }
      await run([ask], exchange)
      return reply.type('text/html').send(page(provider, path, server.person, exchange.oauth2?.transactionID ?? ''))
    })
    app.post<{ Body: Record<string, string> }>(path, async (request, reply) => {
      const exchange: Exchange = { query: {}, body: request.body, session, user: server.person }
      const address = await run(oauth.decision(), exchange)
      if (server.fault === 'dialog severs') reply.header('cross-origin-opener-policy', 'same-origin')
      return reply.redirect(provider === 'facebook' ? asFacebookDoes(address) : address)
    })
  }
}

/** Runs the steps in order; resolves to the address they redirect to, or to the empty text. */
function run(steps: readonly Step[], exchange: Exchange): Promise<string> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { redirect: resolve, end: () => undefined }
    const next = (at: number) => (error?: unknown) => {
      const step = steps[at]
      if (error !== undefined && error !== null) reject(error instanceof Error ? error : new Error('The request was refused'))
      else if (step === undefined) resolve('')
      else step(exchange, answer, next(at + 1))
    }
    next(0)()
  })
}

/** Rewrites a redirect as Facebook does: with errors in the query, and a special end of every fragment. */
function asFacebookDoes(address: string): string {
  const url = new URL(address)
  if (!url.hash.includes('error=')) return `${address}&data_access_expiration_time=1700000000`
  url.search = `${url.hash.slice(1)}&error_code=200&error_description=Permissions+error&error_reason=user_denied`
  url.hash = '#_=_'
  return url.href
}

function page(provider: Provider, path: string, { givenName, email }: OauthPerson, transaction: string): string {
  const name = provider === 'google' ? 'Google' : 'Facebook'
  return `<!doctype html><html lang="en"><title>${name}</title><h1>Sign in with ${name}</h1>
    <form method="post" action="${path}"><input type="hidden" name="transaction_id" value="${transaction}">
    <button>Continue as ${givenName ?? email ?? 'nobody'}</button> <button name="cancel" value="1">Cancel</button></form></html>`
}

function apiFaults(app: FastifyInstance, server: Running): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    if (server.fault === 'api hangs') await new Promise(() => {})
    if (server.fault === 'api fails') await reply.code(500).send({ error: 'internal' })
    if (server.fault === 'api answers HTML') await reply.type('text/html').send('<h1>Sorry</h1>')
    if (server.fault === 'api answers {}') await reply.send({})
    if (server.fault === 'api redirects') await reply.redirect('/elsewhere')
    if (server.fault === 'api is endless') await reply.send({ padding: 'x'.repeat(200_000) })
  })
}

function googleApi(app: FastifyInstance, server: Running, tokens: ReadonlyMap<string, Token>): void {
  app.addHook('preValidation', async (request, reply) => {
    if (request.url.startsWith('/api/google/') && living(tokens, bearerOf(request.headers.authorization)) === null)
      await reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' })
  })
  // As with Google, every value is a text.
  app.post('/api/google/tokeninfo', async (request, reply) => {
    const { audience, person, expiresAt } = tokenOf(tokens, request.headers.authorization)
    return tell(server, reply, '/tokeninfo', {
      azp: audience,
      aud: audience,
      sub: person.subject,
      scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      exp: String(expiresAt),
      expires_in: String(expiresAt - Math.floor(Date.now() / 1000)),
      email: person.email,
      email_verified: String(person.emailVerified),
      access_type: 'online',
    })
  })
  app.get('/api/google/userinfo', async (request, reply) => {
    const { subject, email, emailVerified, givenName, familyName, hostedDomain } = tokenOf(
      tokens,
      request.headers.authorization,
    ).person
    const name = [givenName, familyName].filter(Boolean).join(' ')
    const claims = { sub: subject, name, given_name: givenName, family_name: familyName, hd: hostedDomain }
    return tell(server, reply, '/userinfo', { ...claims, email, email_verified: emailVerified })
  })
}

function facebookApi(app: FastifyInstance, server: Running, tokens: ReadonlyMap<string, Token>): void {
  app.get<{ Querystring: { input_token?: string } }>('/api/graph/debug_token', async (request, reply) => {
    if (bearerOf(request.headers.authorization) !== `${FACEBOOK_APP_ID}|${FACEBOOK_APP_SECRET}`)
      return reply
        .code(400)
        .send({ error: { message: 'Invalid OAuth access token signature.', type: 'OAuthException', code: 190 } })
    const token = living(tokens, request.query.input_token ?? '')
    if (token === null)
      return tell(server, reply, '/debug_token', { data: { error: { code: 190 }, is_valid: false, scopes: [] } })
    const { audience, person, expiresAt } = token
    const data = {
      app_id: audience,
      type: 'USER',
      application: 'Frond',
      expires_at: expiresAt,
      is_valid: true,
      user_id: person.subject,
    }
    return tell(server, reply, '/debug_token', { data: { ...data, scopes: ['email', 'public_profile'] } })
  })
  app.get<{ Querystring: { fields?: string; appsecret_proof?: string } }>('/api/graph/me', async (request, reply) => {
    const bearer = bearerOf(request.headers.authorization)
    const proof = createHmac('sha256', FACEBOOK_APP_SECRET).update(bearer).digest('hex')
    const token = living(tokens, bearer)
    if (token === null || request.query.appsecret_proof !== proof)
      return reply.code(400).send({ error: { message: 'Invalid appsecret_proof', type: 'GraphMethodException', code: 100 } })
    const { subject, givenName, familyName, email } = token.person
    const all: Record<string, unknown> = { id: subject, first_name: givenName, last_name: familyName, email }
    const names = (request.query.fields ?? 'id').split(',')
    return tell(server, reply, '/me', Object.fromEntries(names.map((field) => [field, all[field]])))
  })
}

function tell(server: Running, reply: FastifyReply, path: string, body: Record<string, unknown>): FastifyReply {
  return reply.send(server.alter(body, path))
}

function bearerOf(header: string | undefined): string {
  return header?.replace(/^Bearer /, '') ?? ''
}

function living(tokens: ReadonlyMap<string, Token>, token: string): Token | null {
  const found = tokens.get(token)
  return found === undefined || found.expiresAt * 1000 <= Date.now() ? null : found
}

function tokenOf(tokens: ReadonlyMap<string, Token>, header: string | undefined): Token {
  const token = tokens.get(bearerOf(header))
  if (token === undefined) throw new Error('The token was checked before')
  return token
}
