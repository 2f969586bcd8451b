import { refusal } from '../http/problems'
import type { Settings } from '../process/settings'
import { requestProvider, unavailable } from './socialRequest'
import { emailOf, nameOf, refuse, subjectOf, type ProviderCall, type Person, type FindPerson } from './socialPerson'

type GoogleSettings = Pick<Settings, 'googleClientId' | 'googleTokeninfoUrl' | 'googleUserinfoUrl'>

/**
 * Creates Google's check; null without a client id. tokeninfo tells the client that a token was issued for, userinfo the user. Takes
 * `email_verified` from userinfo only, where it is a boolean: tokeninfo sends text, and the text "false" is truthy.
 */
export function googleFinder(settings: GoogleSettings): FindPerson | null {
  const { googleClientId } = settings
  if (googleClientId === null) return null
  return async (token, call) => {
    const subject = await audienceOf(token, call, googleClientId, settings)
    return subject === null ? null : personOf(token, call, subject, settings)
  }
}

/** The token's subject, if the token was issued for this client and is valid; empty when the answer has none. */
async function audienceOf(
  token: string,
  call: ProviderCall,
  clientId: string,
  { googleTokeninfoUrl }: GoogleSettings,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const info = await requestProvider('google', new URL(googleTokeninfoUrl), { method: 'POST', headers }, call)
  if (info === 'refused') return refuse(call, 'not a token of Google')
  const { aud, azp = aud, exp, sub = '' } = info
  if (typeof aud !== 'string') throw unavailable('google')
  if (aud !== clientId || azp !== clientId) return refuse(call, 'made for another client')
  if (exp !== undefined && !(Number(exp) * 1000 > call.at.getTime())) return refuse(call, 'expired')
  return typeof sub === 'string' ? sub : refuse(call, 'no subject')
}

async function personOf(token: string, call: ProviderCall, expected: string, settings: GoogleSettings): Promise<Person | null> {
  const headers = { authorization: `Bearer ${token}` }
  const info = await requestProvider('google', new URL(settings.googleUserinfoUrl), { headers }, call)
  if (info === 'refused') return refuse(call, 'no access to the profile')
  const subject = subjectOf(info['sub'])
  if (subject === null) throw unavailable('google')
  if (expected !== '' && subject !== expected) return refuse(call, 'another subject')
  const email = emailOf(info['email'], 'google')
  if (info['email_verified'] !== true)
    throw refusal(403, 'forbidden', 'Google has not verified your email address: verify it there, then try again')
  return {
    provider: 'google',
    subject,
    email,
    firstName: nameOf(info['given_name']) ?? nameOf(info['name']) ?? nameOf(email.split('@')[0]) ?? email,
    lastName: nameOf(info['family_name']),
    isVerified: true,
    isMailboxOwner: isHosted(email, info['hd']),
  }
}

/** Whether Google runs the mailbox: gmail.com, or the user's Workspace domain. Google has verified other addresses only once. */
function isHosted(email: string, hostedDomain: unknown): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domain === 'gmail.com' || (typeof hostedDomain === 'string' && domain === hostedDomain.toLowerCase())
}
