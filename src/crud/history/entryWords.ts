import type { ActivityEntry } from '../../contract/activity'
import type { AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'

type Action = ActivityEntry['action']

/** Verbs for actions on rows; the row's title follows. */
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
  key_made: 'created a new key for',
  secret_made: 'created a new signing secret for',
  raised: 'raised',
  acknowledged: 'acknowledged',
  snoozed: 'snoozed',
  snooze_ended: 'ended the snooze of',
  reopened: 'reopened',
  resolved: 'resolved',
  scheduled: 'scheduled',
  approved: 'approved',
  started: 'started',
  went_on: 'began the next group of',
  paused: 'paused',
  resumed: 'resumed',
  stopped: 'stopped',
  finished: 'finished',
  retried: 'retried the failed updates of',
}

/** Phrases for actions on the user's own account and sessions: “Ada Lovelace signed in”. */
const accountPhrases: Readonly<Partial<Record<Action, string>>> = {
  signed_in: 'signed in',
  sign_in_refused: 'was refused after too many sign-ins',
  signed_out: 'signed out',
  ended: 'ended a session',
  sessions_ended: 'ended all other sessions',
  token_reused: 'lost a session: one of its old tokens was used again',
  password_changed: 'changed the password',
  password_reset: 'set a new password',
  email_confirmed: 'confirmed the email address',
  identity_added: 'connected a Google or Facebook account',
  factor_added: 'added a second factor',
  factor_removed: 'removed a second factor',
  recovery_codes_made: 'created new recovery codes',
  second_factor_refused: 'was refused after too many second steps',
  invited: 'invited',
  invitation_revoked: 'revoked the invitation of',
}

/** The actor in words. */
export function actorWords({ actor: { kind, name } }: Pick<ActivityEntry, 'actor'>): string {
  if (kind === 'guest') return 'Someone'
  return name ?? (kind === 'system' ? 'Frond' : 'A deleted user')
}

/** An entry in words: “changed” “the sensor” “Attic 3”, “deleted” “12 sensors”, “signed in”. */
export interface Sentence {
  readonly verb: string
  /** Follows the verb; empty when the verb needs no object. */
  readonly object: string
  /** The row that the entry is about, if any; its title follows the object. */
  readonly row: { readonly id: string; readonly title: string } | null
}

/** An entry's sentence after the actor. `area`: the declaration of the entry's area, if there is one. */
export function sentenceOf(entry: ActivityEntry, area: Pick<AnyStandardArea, 'resource'> | undefined): Sentence {
  const { action, rowId, rows, title } = entry
  const verb = rowVerbs[action]
  if (verb === undefined) return { ...accountSentence(entry), row: null }
  const one = spaced(entry.area)
  const nouns = area?.resource.nouns ?? { one, many: `${one}s` }
  if (rows > 1) return { verb, object: counted(rows, nouns), row: null }
  return { verb, object: `the ${nouns.one}`, row: rowId == null || title == null ? null : { id: rowId, title } }
}

/** A verb in the row's own history: “changed it”, “uploaded its file”. */
export function verbOfIt(verb: string): string {
  const [, action, part] = /^(.+) the (.+) of$/.exec(verb) ?? []
  return part === undefined ? `${verb} it` : `${action} its ${part}`
}

function accountSentence({ action, title, actor, details: { account } }: ActivityEntry): Pick<Sentence, 'verb' | 'object'> {
  const name = typeof account === 'string' ? account : null
  if (action === 'sign_in_failed') return { verb: 'failed to sign in as', object: name ?? 'an unknown address' }
  if (action === 'second_factor_failed') return { verb: 'failed the second step as', object: name ?? 'a deleted user' }
  if (action === 'factor_removed' && title !== actor.name)
    return { verb: 'removed the second factors of', object: title ?? 'a deleted user' }
  if (action === 'ended' && name !== null) return { verb: 'ended a session of', object: name }
  if (action === 'sessions_ended' && name !== null) return { verb: 'ended all sessions of', object: name }
  return { verb: accountPhrases[action] ?? action, object: title === actor.name ? '' : (title ?? '') }
}

/** `GatewayHardware` → "gateway hardware". */
function spaced(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}
