import type { ActivityEntry } from '../../contract/activity'
import type { AnyStandardArea } from '../declaration'
import { counted } from '../words'

type Action = ActivityEntry['action']

/** Of rows: what stands between who did it and what it was done to. */
const rowVerbs: Readonly<Partial<Record<Action, string>>> = {
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  uploaded: 'uploaded the file of',
  released: 'released',
  deprecated: 'deprecated',
  revoked: 'revoked',
  published: 'published',
  key_made: 'made a new key for',
}

/** Of accounts and sessions: the whole of what was done, mostly by who is told to have done it. */
const accountDeeds: Readonly<Partial<Record<Action, string>>> = {
  signed_in: 'signed in',
  sign_in_refused: 'was refused after too many sign-ins',
  signed_out: 'signed out',
  ended: 'ended a session',
  sessions_ended: 'ended all other sessions',
  token_reused: 'lost a session: an old token of it was used again',
  password_changed: 'changed the password',
  password_reset: 'set a new password',
  email_confirmed: 'confirmed the email address',
  identity_added: 'connected a Google or Facebook account',
  invited: 'invited',
  invitation_revoked: 'revoked the invitation of',
}

/** Who did it, in words. */
export function actorWords({ actor: { kind, name } }: Pick<ActivityEntry, 'actor'>): string {
  if (kind === 'guest') return 'Someone'
  return name ?? (kind === 'system' ? 'Frond' : 'A deleted user')
}

/** What an entry says between who did it and what it was done to, and the words for that where nothing leads to it. */
export interface Sentence {
  readonly verb: string
  readonly object: string
}

/** "changed" "the sensor Attic 3", "deleted" "12 sensors", "signed in" "". The area is that of the entry's subject, where one shows its rows. */
export function sentenceOf(entry: ActivityEntry, area: Pick<AnyStandardArea, 'resource'> | undefined): Sentence {
  const { action, subject, rows, title, actor } = entry
  const { account } = entry.after
  if (action === 'sign_in_failed') {
    const as = typeof account === 'string' ? account : 'an address that nobody has'
    return { verb: 'failed to sign in as', object: as }
  }
  if (typeof account === 'string' && action === 'ended') return { verb: 'ended a session of', object: account }
  if (typeof account === 'string' && action === 'sessions_ended') return { verb: 'ended all sessions of', object: account }
  const deed = accountDeeds[action]
  if (deed !== undefined) return { verb: deed, object: title === actor.name ? '' : (title ?? '') }
  const one = spaced(subject)
  const nouns = area?.resource.nouns ?? { one, many: `${one}s` }
  const object = rows > 1 ? counted(rows, nouns) : `the ${nouns.one}`
  return { verb: rowVerbs[action] ?? action, object }
}

/** `GatewayHardware` → "gateway hardware". */
function spaced(subject: string): string {
  return subject.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}
