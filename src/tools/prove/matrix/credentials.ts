import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { factorPaths, type PasskeyOptions } from '../../../contract/factors'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { sessionPaths } from '../../../contract/session'
import { jsonRequest, type ProbeRequest, type Client } from '../http'
import type { Known } from '../known'
import { resultOf, SECRET, signIn } from '../stage'
import {
  bearerOf,
  deactivated,
  endedElsewhere,
  mailedToken,
  PASSWORD,
  passwordChanged,
  register,
  signedOut,
  waitingSecondStep,
} from './accounts'

/** A credential that must not grant access: how a request carries it, and which operations accept it by design. */
export interface Credential {
  readonly name: string
  readonly onto: (request: ProbeRequest) => ProbeRequest
  /**
   * Operations that accept it by design, with the reason; of all others, only public ones may answer 2xx. Listed here and not read from the
   * OpenAPI document, which is under test.
   */
  readonly byDesign: Readonly<Record<string, string>>
}

type Claims = Readonly<Record<string, unknown>>

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Forges a token with these claims, signed with `hash` and `key`. */
function forged(claims: Claims, { alg = 'HS256', key = SECRET, hash = 'sha256', header = {} } = {}): string {
  const signed = `${b64({ alg, typ: 'JWT', ...header })}.${b64(claims)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
}

const header = (name: string, value: string | readonly string[]): Pick<Credential, 'onto' | 'byDesign'> => ({
  onto: (request) => ({ ...request, headers: { ...request.headers, [name]: value } }),
  byDesign: {},
})
const authorization = (name: string, value: string): Credential => ({ name, ...header('authorization', value) })
const bearer = (name: string, token: string): Credential => authorization(name, `Bearer ${token}`)

/** Makes every credential of the matrix, none of which may grant access. `admin`: an administrator's live token, needed to set them up. */
export async function credentialsOf(client: Client, known: Known, admin: string): Promise<Credential[]> {
  return [
    ...wordsOf(await bearerOf(client, 'words')),
    ...signaturesOf(await bearerOf(client, 'signatures')),
    ...claimedOf(await bearerOf(client, 'claims'), claimsOf(admin)),
    ...placesOf(await bearerOf(client, 'places')),
    expired(await bearerOf(client, 'expired')),
    bearer('session signed out', await signedOut(client, 'signed-out')),
    bearer('session ended from another', await endedElsewhere(client, 'ended')),
    bearer('session from before a changed password', await passwordChanged(client, 'changed')),
    bearer('session of a deactivated account', await deactivated(client, 'deactivated', admin)),
    ...(await linksOf(client, admin)),
    ...(await keysOf(client, known, admin)),
    ...(await factorsOf(client)),
  ]
}

/** Missing and malformed Authorization headers. */
function wordsOf(token: string): Credential[] {
  return [
    { name: 'nothing', onto: (request) => request, byDesign: {} },
    authorization('an empty header', ''),
    authorization('Bearer without a token', 'Bearer '),
    authorization(
      'Basic, with the right password',
      `Basic ${Buffer.from('admin@example.com:leaf-green-morning-42').toString('base64')}`,
    ),
    authorization('another scheme with a right token', `Token ${token}`),
    authorization('a right token without a scheme', token),
    authorization('two bearers in one header', `Bearer ${token}, Bearer ${token}`),
    bearer('a word', 'admin'),
    bearer('two parts of a token', token.split('.').slice(0, 2).join('.')),
    bearer('a token that is too long', `${token}${'A'.repeat(5000)}`),
  ]
}

/** Tokens whose signature the server must reject. */
function signaturesOf(token: string): Credential[] {
  const claims = claimsOf(token)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsa = `${b64({ alg: 'RS256', typ: 'JWT' })}.${payload}`
  const jwk = publicKey.export({ format: 'jwk' })
  const withKey = `${b64({ alg: 'RS256', typ: 'JWT', jwk })}.${payload}`
  const sign = (text: string): string => createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')
  return [
    bearer('alg none', `${b64({ alg: 'none', typ: 'JWT' })}.${payload}.`),
    bearer('alg nOnE, with a signature', `${b64({ alg: 'nOnE', typ: 'JWT' })}.${payload}.${signature}`),
    bearer('HS512 by the right key', forged(claims, { alg: 'HS512', hash: 'sha512' })),
    bearer('signed by another key', forged(claims, { key: 'another secret, as long as the right one is' })),
    bearer('signed by an empty key', forged(claims, { key: '', header: { kid: '../../dev/null' } })),
    bearer('RS256 by a foreign key', `${rsa}.${sign(rsa)}`),
    bearer('a token that brings its key', `${withKey}.${sign(withKey)}`),
    bearer('without its signature', `${head}.${payload}.`),
    bearer('other claims under its signature', `${head}.${b64({ ...claims, exp: Number(claims['exp']) + 1 })}.${signature}`),
  ]
}

/** Tokens signed with the right key but with claims that the server never issues. */
function claimedOf(token: string, others: Claims): Credential[] {
  const claims = claimsOf(token)
  const without = (name: string): Claims => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
  const said = (name: string, changes: Claims): Credential => bearer(name, forged({ ...claims, ...changes }))
  const day = 86_400
  return [
    bearer('without exp', forged(without('exp'))),
    said('exp as a text', { exp: String(claims['exp']) }),
    said('issued in the future', { iat: Number(claims['iat']) + day, exp: Number(claims['exp']) + 2 * day }),
    said('not valid before tomorrow', { nbf: Number(claims['iat']) + day }),
    said('another issuer', { iss: 'fern' }),
    said('another audience', { aud: 'frond-console' }),
    said('another type', { typ: 'refresh' }),
    said('a session that never was', { sid: randomUUID() }),
    said('another account’s session', { sid: others['sid'] }),
    said('a deleted account', { sub: randomUUID() }),
    said('a refresh that is still to come', { gen: 99 }),
  ]
}

/** A valid token in places where none counts. */
function placesOf(token: string): Credential[] {
  const inQuery = (request: ProbeRequest): ProbeRequest => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}access_token=${token}&token=${token}`,
  })
  return [
    { name: 'a right token in the query', onto: inQuery, byDesign: {} },
    { name: 'a right token in a cookie', ...header('cookie', `token=${token}; access_token=${token}; session=${token}`) },
    { name: 'a right token in the body', onto: (request) => inBody(request, token), byDesign: {} },
    { name: 'a right token in another header', ...header('x-access-token', token) },
  ]
}

function inBody(request: ProbeRequest, token: string): ProbeRequest {
  const isJson = request.headers['content-type'] === 'application/json' && request.body?.toString().startsWith('{')
  const body = isJson ? (JSON.parse(String(request.body)) as object) : {}
  if (request.body !== null && !isJson) return request
  const headers = { ...request.headers, 'content-type': 'application/json' }
  return { ...request, headers, body: Buffer.from(JSON.stringify({ ...body, access_token: token, token })) }
}

function expired(token: string): Credential {
  const claims = claimsOf(token)
  const past = Math.floor(Date.now() / 1000) - 3600
  return {
    ...bearer('an expired token of a living session', forged({ ...claims, iat: past - 900, exp: past })),
    byDesign: {
      [`GET ${sessionPaths.refresh}`]: 'a session is refreshed after its bearer has expired',
      [`POST ${sessionPaths.signOut}`]: 'a session can be ended after its bearer has expired',
    },
  }
}

/** Tokens of mailed links. */
async function linksOf(client: Client, admin: string): Promise<Credential[]> {
  const email = await register(client, 'links')
  await resultOf(client, jsonRequest('POST', sessionPaths.forgotPassword, { body: { email } }))
  await resultOf(client, jsonRequest('POST', sessionPaths.invitation, { token: admin, body: { email: 'invited@example.com' } }))
  return [
    bearer('a token to reset a password', await mailedToken(client, '/reset-password')),
    bearer('a token to confirm an address', await mailedToken(client, '/confirm')),
    bearer('an invitation', await mailedToken(client, '/sign-up')),
  ]
}

/** Keys of gateways: the replaced one, and the valid one. */
async function keysOf(client: Client, known: Known, admin: string): Promise<Credential[]> {
  const [gateway] = known.rowsNamed('Gateway')
  if (gateway === undefined) throw new Error('The demo has no gateway')
  const make = () => resultOf<{ key: string }>(client, jsonRequest('POST', gatewayKeyPath(gateway.id), { token: admin }))
  const [old, current] = [await make(), await make()]
  const takes = {
    'POST /api/v1/datapoints': 'a gateway posts its readings by its key',
    'GET /api/v1/gateways/me/firmware': 'a gateway downloads its firmware by its key',
    'POST /api/v1/gateways/me/firmware/status': 'a gateway reports its update by its key',
  }
  return [bearer('a gateway’s key from before', old.key), { ...bearer('a gateway’s key', current.key), byDesign: takes }]
}

/** Values that a sign-in issues before its last step, and beside its session. */
async function factorsOf(client: Client): Promise<Credential[]> {
  const { challenge, recoveryCode } = await waitingSecondStep(client, 'waiting')
  const passkey = await resultOf<PasskeyOptions>(client, jsonRequest('POST', factorPaths.passkeyOptions))
  const email = await register(client, 'device')
  const { device = '' } = await signIn(client, { email, password: PASSWORD })
  return [
    bearer('a sign-in that waits for its second step', challenge),
    bearer('a recovery code', recoveryCode),
    bearer('a passkey’s challenge', passkey.challenge),
    bearer('a device’s token', device),
  ]
}
