import type { ActivityEntry } from '../../contract/activity'
import type { Worded } from '../model/choiceWords'
import type { AnyStandardArea } from '../model/declaration'
import { counted } from '../model/words'

type Action = ActivityEntry['action']

/** The labels with which a resource's entries are described. `slug`: that of its area, which has pages for its rows. */
export type EntryArea = Worded & Pick<AnyStandardArea, 'title'> & Partial<Pick<AnyStandardArea, 'slug'>>

/** Verbs for actions on rows; the row's title follows. */
const rowVerbs: Readonly<Partial<Record<Action, string>>> = {
  created: 'created',
  updated: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  released: 'released',
  deprecated: 'deprecated',
  revoked: 'revoked',
  published: 'published',
  key_made: 'created a new key for',
  secret_made: 'created a new signing secret for',
  raised: 'raised',
  acknowledged: 'acknowledged',
  snoozed: 'snoozed',
  reopened: 'reopened',
  resolved: 'resolved',
  scheduled: 'scheduled',
  approved: 'approved',
  started: 'started',
  paused: 'paused',
  resumed: 'resumed',
  stopped: 'stopped',
  finished: 'finished',
}

/** Verb and object for actions on a part of a row: “uploaded the file of Root 2”, in its own history “uploaded its file”. */
const partVerbs: Readonly<Partial<Record<Action, readonly [verb: string, part: string]>>> = {
  uploaded: ['uploaded', 'file'],
  snooze_ended: ['ended', 'snooze'],
  went_on: ['began', 'next group'],
  retried: ['retried', 'failed updates'],
}

/** Phrases for actions on the user's own account and sessions: “Ada Lovelace signed in”. */
const accountPhrases: Readonly<Partial<Record<Action, string>>> = {
  signed_in: 'signed in',
  sign_in_refused: 'was refused after too many failed sign-ins',
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
  second_factor_refused: 'was refused after too many failed second steps',
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
  /** The row that the entry is about, if any: its title follows the object; `own` is the sentence in the row's own history. */
  readonly row: { readonly id: string; readonly title: string; readonly own: string } | null
}

/** An entry's sentence after the actor. `area`: the declaration of the entry's area, if there is one. */
export function entrySentence(entry: ActivityEntry, area: Pick<EntryArea, 'resource'> | undefined): Sentence {
  const { action, rowId, rows, title } = entry
  const [partVerb, part] = partVerbs[action] ?? []
  const verb = part === undefined ? rowVerbs[action] : `${partVerb} the ${part} of`
  if (verb === undefined) return { ...accountSentence(entry), row: null }
  const one = spaced(entry.area)
  const nouns = area?.resource.nouns ?? { one, many: `${one}s` }
  if (rows > 1) return { verb, object: counted(rows, nouns), row: null }
  const own = part === undefined ? `${verb} it` : `${partVerb} its ${part}`
  return { verb, object: `the ${nouns.one}`, row: rowId == null || title == null ? null : { id: rowId, title, own } }
}

function accountSentence({ action, title, actor, details: { account } }: ActivityEntry): Pick<Sentence, 'verb' | 'object'> {
  const name = typeof account === 'string' ? account : null
  if (action === 'sign_in_failed')
    return { verb: 'failed to sign in', object: name === null ? 'with an unknown address' : `as ${name}` }
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
