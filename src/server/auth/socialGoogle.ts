import { refusal } from '../http/problems'
import type { Settings } from '../process/settings'
import { askProvider, unavailable } from './socialAsk'
import { emailOf, nameOf, subjectOf, type Asking, type Person, type Vouching } from './socialPerson'

type GoogleSettings = Pick<Settings, 'googleClientId' | 'googleTokeninfoUrl' | 'googleUserinfoUrl'>

/**
 * Creates Google's check; null without a client id. tokeninfo tells the client that a token was issued for, userinfo the user. Takes
 * `email_verified` from userinfo only, where it is a boolean: tokeninfo sends text, and the text "false" is truthy.
 */
export function googleVouches(settings: GoogleSettings): Vouching | null {
  const { googleClientId } = settings
  if (googleClientId === null) return null
  return async (token, asking) => {
    const subject = await audienceOf(token, asking, googleClientId, settings)
    return subject === null ? null : personOf(token, asking, subject, settings)
  }
}

/** The token's subject, if the token was issued for this client and is valid; empty when the answer has none. */
async function audienceOf(
  token: string,
  asking: Asking,
  clientId: string,
  { googleTokeninfoUrl }: GoogleSettings,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const info = await askProvider('google', new URL(googleTokeninfoUrl), { method: 'POST', headers }, asking)
  if (info === 'refused') return refuse(asking, 'not a token of Google')
  const { aud, azp = aud, exp, sub = '' } = info
  if (typeof aud !== 'string') throw unavailable('google')
  if (aud !== clientId || azp !== clientId) return refuse(asking, 'made for another client')
  if (exp !== undefined && !(Number(exp) * 1000 > asking.at.getTime())) return refuse(asking, 'expired')
  return typeof sub === 'string' ? sub : refuse(asking, 'no subject')
}

async function personOf(token: string, asking: Asking, expected: string, settings: GoogleSettings): Promise<Person | null> {
  const headers = { authorization: `Bearer ${token}` }
  const info = await askProvider('google', new URL(settings.googleUserinfoUrl), { headers }, asking)
  if (info === 'refused') return refuse(asking, 'no access to the profile')
  const subject = subjectOf(info['sub'])
  if (subject === null) throw unavailable('google')
  if (expected !== '' && subject !== expected) return refuse(asking, 'another subject')
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

function refuse({ note }: Asking, reason: string): null {
  note(reason)
  return null
}
