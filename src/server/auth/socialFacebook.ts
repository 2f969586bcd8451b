import { createHmac } from 'node:crypto'
import type { Settings } from '../process/settings'
import { isRecord } from '../http/body'
import { requestProvider, unavailable } from './socialRequest'
import { emailOf, nameOf, refuse, subjectOf, type ProviderCall, type Person, type FindPerson } from './socialPerson'

type FacebookSettings = Pick<Settings, 'facebookAppId' | 'facebookAppSecret' | 'facebookGraphUrl'>

interface App {
  readonly id: string
  readonly secret: string
  readonly graph: string
}

/**
 * Creates Facebook's check; null without an app. debug_token tells the app and the user that a token was issued for, /me the user's
 * profile. Facebook never states that an address is verified, so none counts as confirmed here.
 */
export function facebookFinder({ facebookAppId, facebookAppSecret, facebookGraphUrl }: FacebookSettings): FindPerson | null {
  if (facebookAppId === null || facebookAppSecret === null) return null
  const app = { id: facebookAppId, secret: facebookAppSecret, graph: facebookGraphUrl.replace(/\/+$/, '') }
  return async (token, call) => {
    const subject = await userOf(token, call, app)
    return subject === null ? null : personOf(token, call, subject, app)
  }
}

/** The id of the token's user, if the token was issued for our app and is valid. */
async function userOf(token: string, call: ProviderCall, { id, secret, graph }: App): Promise<string | null> {
  const url = new URL(`${graph}/debug_token`)
  url.searchParams.set('input_token', token)
  const answer = await requestProvider('facebook', url, { headers: { authorization: `Bearer ${id}|${secret}` } }, call)
  // debug_token answers 200 even for invalid tokens; a refusal concerns this server's own id and secret.
  if (answer === 'refused') {
    call.note('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET are not accepted')
    throw unavailable('facebook')
  }
  const { data } = answer
  if (!isRecord(data)) throw unavailable('facebook')
  const { app_id: appId, is_valid: isValid, type = 'USER', expires_at: expiresAt = 0, user_id: userId } = data
  const isOver = expiresAt !== 0 && !(Number(expiresAt) * 1000 > call.at.getTime())
  if (isValid !== true || isOver) return refuse(call, 'not a valid token of Facebook')
  if (String(appId) !== id) return refuse(call, 'made for another app')
  if (type !== 'USER') return refuse(call, 'not a person’s token')
  return subjectOf(typeof userId === 'number' ? String(userId) : userId) ?? refuse(call, 'no user')
}

async function personOf(token: string, call: ProviderCall, expected: string, { secret, graph }: App): Promise<Person | null> {
  const url = new URL(`${graph}/me`)
  url.searchParams.set('fields', 'id,first_name,last_name,email')
  // Proves that the app itself calls, so that Facebook can refuse a token stolen from a browser.
  url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(token).digest('hex'))
  const me = await requestProvider('facebook', url, { headers: { authorization: `Bearer ${token}` } }, call)
  if (me === 'refused') return refuse(call, 'no access to the profile')
  if (me['id'] === undefined) throw unavailable('facebook')
  if (me['id'] !== expected) return refuse(call, 'another user')
  const email = emailOf(me['email'], 'facebook')
  return {
    provider: 'facebook',
    subject: expected,
    email,
    firstName: nameOf(me['first_name']) ?? nameOf(email.split('@')[0]) ?? email,
    lastName: nameOf(me['last_name']),
    isVerified: false,
    isMailboxOwner: false,
  }
}
