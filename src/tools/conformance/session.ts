import { factorPaths } from '../../contract/factors'
import { ANALYTICS_PATH } from '../../contract/dashboard'
import { grant, notice, ROLE, sessionPaths, signInGrant, signUpBody } from '../../contract/session'
import type { Sent } from './backend'
import type { Bench, Chapter } from './bench'
import {
  expecting,
  expectingJson,
  hasResult,
  isEmpty,
  isJson,
  isProblem,
  namesFields,
  objectOf,
  refused,
  resultOf,
  unauthenticated,
  type Judge,
  type Shape,
} from './judge'
import { requiredFields } from './samples'

/** Longest plausible lifetime of a token, in seconds: a larger number is a point in time, or milliseconds. */
const EXPIRY_MAX_S = 366 * 86_400

const isGranting = (shape: Shape): Judge =>
  expectingJson(200, hasResult(shape), ({ body }) => {
    const { expires_at: seconds } = objectOf(resultOf(body))
    const isDuration = typeof seconds === 'number' && seconds > 0 && seconds <= EXPIRY_MAX_S
    return isDuration || typeof seconds !== 'number' ? [] : [`expires_at is ${seconds}: it is seconds from now`]
  })
const isGrant = isGranting(grant as Shape)
const isSignInGrant = isGranting(signInGrant as Shape)

/** Sends a call without a session. */
const openly = (sent: Sent = {}): Sent => ({ bearer: null, ...sent })

/** Checks signing in and out, signing up, and mailed links. */
export const sessionChapters: readonly Chapter[] = [
  { name: 'signs in, refreshes and signs out', run: sessionLife },
  { name: 'refuses a sign-in that is not right', run: refusedSignIns },
  { name: 'refuses a registration that is not right', writes: true, run: refusedSignUps },
  { name: 'asks for a second step', writes: true, run: secondSteps },
  { name: 'mails links', writes: true, run: mailedLinks },
  { name: 'signs in with a provider', writes: true, run: socialSignIns },
]

async function sessionLife(bench: Bench): Promise<void> {
  const { email, password } = bench.account
  const signedIn = await bench.ask(
    'POST',
    sessionPaths.signIn,
    { expects: 'result.token, and result.expires_at in seconds from now', judge: isSignInGrant },
    openly({ body: { email, password, role: ROLE } }),
  )
  await bench.ask('GET', sessionPaths.refresh, { expects: 'a refusal: there is no bearer', judge: unauthenticated }, openly())
  if (signedIn === null) return
  const refreshed = await bench.ask(
    'GET',
    sessionPaths.refresh,
    { expects: 'a new result.token for the bearer, and its result.expires_at', judge: isGrant },
    { bearer: tokenOf(signedIn.body) },
  )
  if (refreshed === null) return
  const bearer = tokenOf(refreshed.body)
  await bench.ask('GET', ANALYTICS_PATH, { expects: 'an answer for the new token', judge: expecting(200) }, { bearer })
  const optional = 'a session that ends on the server when somebody signs out'
  const out = await bench.ask(
    'POST',
    sessionPaths.signOut,
    { expects: 'nothing but that it is done', judge: expecting(204, isEmpty), optional },
    { bearer },
  )
  if (out !== null)
    await bench.ask('GET', ANALYTICS_PATH, { expects: 'a refusal: the session has ended', judge: unauthenticated }, { bearer })
}

function tokenOf(body: unknown): string {
  return String(objectOf(resultOf(body))['token'])
}

async function refusedSignIns(bench: Bench): Promise<void> {
  // Uses an address without an account: a few wrong attempts at a real one could lock its owner out.
  const body = { email: unusedAddress(bench), password: 'wrong password', role: ROLE }
  await bench.ask(
    'POST',
    sessionPaths.signIn,
    {
      expects: 'a refusal that does not tell whether the account exists',
      judge: expecting(401, unauthenticated, refused(401, 'bad_credentials')),
    },
    openly({ body }),
  )
  await bench.ask(
    'POST',
    sessionPaths.signIn,
    {
      expects: 'a refusal that names email, password and role',
      judge: refused(422, 'invalid', namesFields('email', 'password', 'role')),
    },
    openly({ body: {} }),
  )
}

async function refusedSignUps(bench: Bench): Promise<void> {
  const isClosed = refused(403, 'registration_closed')
  const orClosed =
    (judge: Judge): Judge =>
    (answer) =>
      answer.status === 403 ? isClosed(answer) : judge(answer)
  const bodies = [
    { body: {}, fields: requiredFields(signUpBody), expects: 'a refusal that names what is required' },
    {
      body: signUpOf(bench, { password_confirmation: 'another one' }),
      fields: ['password_confirmation'],
      expects: 'a refusal: the passwords differ',
    },
    { body: signUpOf(bench, { email: 'nobody' }), fields: ['email'], expects: 'a refusal: that is no address' },
  ]
  for (const { body, fields, expects } of bodies)
    await bench.ask(
      'POST',
      sessionPaths.signUp,
      { expects: `${expects}; or that registration is closed`, judge: orClosed(refused(422, 'invalid', namesFields(...fields))) },
      openly({ body }),
    )
}

function signUpOf(bench: Bench, wrong: object): object {
  const password = 'leaf green morning 42'
  const names = { firstName: 'Conformance', fullname: 'Conformance' }
  return { ...names, email: unusedAddress(bench), password, password_confirmation: password, ...wrong }
}

async function secondSteps(bench: Bench): Promise<void> {
  const challenge = `conformance-${bench.namer.word}`
  const isOver = expecting(401, unauthenticated, refused(401, 'bad_credentials'))
  await bench.ask(
    'POST',
    factorPaths.secondFactor,
    { expects: 'a refusal: no sign-in waits for this', judge: isOver, optional: 'a second step of sign-ins' },
    openly({ body: { challenge, code: '000000' } }),
  )
  await bench.ask(
    'POST',
    factorPaths.passkey,
    {
      expects: 'a refusal: nobody was asked for this passkey, or the server has none',
      judge: expecting([401, 503], isJson, isProblem),
      optional: 'sign-in by a passkey',
    },
    openly({ body: { challenge, passkey: { id: challenge } } }),
  )
}

async function mailedLinks(bench: Bench): Promise<void> {
  const isNotice = expectingJson(200, hasResult(notice as Shape))
  const badAddress = refused(422, 'invalid', namesFields('email'))
  const mailing = [
    { path: sessionPaths.forgotPassword },
    { path: sessionPaths.confirmation, optional: 'instructions to confirm an address' },
  ]
  for (const { path, ...optional } of mailing) {
    const expectation = { expects: 'a message, the same for any address', judge: isNotice, ...optional }
    const answer = await bench.ask('POST', path, expectation, openly({ body: { email: unusedAddress(bench) } }))
    if (answer !== null)
      await bench.ask(
        'POST',
        path,
        { expects: 'a refusal: that is no address', judge: badAddress },
        openly({ body: { email: 'nobody' } }),
      )
  }
  const token = `conformance-${bench.namer.word}`
  const password = 'leaf green morning 42'
  const links = [
    {
      path: sessionPaths.resetPassword,
      body: { token, password, password_confirmation: password },
      optional: 'a new password by a mailed link',
    },
    { path: sessionPaths.confirmPreview, body: { token }, optional: 'who registered, shown before an address is confirmed' },
    { path: sessionPaths.confirm, body: { token }, optional: 'the confirmation of an address' },
  ]
  for (const { path, body, optional } of links)
    await bench.ask(
      'POST',
      path,
      { expects: 'a refusal: no such link was mailed', judge: refused(422, 'invalid', namesFields('token')), optional },
      openly({ body }),
    )
}

async function socialSignIns(bench: Bench): Promise<void> {
  for (const path of Object.values(sessionPaths.social)) {
    const without = { expects: 'a refusal that names access_token', judge: refused(422, 'invalid', namesFields('access_token')) }
    await bench.ask('POST', path, without, openly({ body: { role: ROLE } }))
    await bench.ask(
      'POST',
      path,
      {
        expects: 'a refusal: nobody vouches for this access_token, or the provider is not configured',
        judge: expecting([401, 403, 422, 503], isJson, isProblem),
      },
      openly({ body: { access_token: `conformance-${bench.namer.word}`, role: ROLE } }),
    )
  }
}

/** Returns an address without an account: example.com is reserved for good. */
function unusedAddress({ namer }: Bench): string {
  return `conformance-${namer.word}-${namer.next()}@example.com`
}
