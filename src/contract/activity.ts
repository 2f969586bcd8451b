import { array, boolean, mixed, object, string, type InferType } from 'yup'
import { count, id, ID_PATTERN, instant, oneOf } from './fields'
import { QUERY_MAX, type QueryFault } from './list'

/** GET: the activity log, newest first. */
export const ACTIVITY_PATH = '/api/v1/activity'
/** Entries per page: the default, and the maximum. */
export const ACTIVITY_SIZE = 50
export const ACTIVITY_SIZE_MAX = 200

/** Who acted. guest: no signed-in user, as in a failed sign-in. system: the server itself, or its operator. */
const actorKinds = ['user', 'guest', 'system'] as const

/** Every action by what it affects, with the name that a filter shows. */
export const actionGroups = {
  'All areas': { created: 'Created', updated: 'Changed', deleted: 'Deleted', restored: 'Restored' },
  'Gateway firmwares': { uploaded: 'File uploaded', released: 'Released', deprecated: 'Deprecated', revoked: 'Revoked' },
  'Plant requests': { published: 'Published' },
  'Keys and secrets': { key_made: 'API key created', secret_made: 'Signing secret created' },
  Alerts: {
    raised: 'Raised',
    acknowledged: 'Acknowledged',
    snoozed: 'Snoozed',
    snooze_ended: 'Snooze ended',
    reopened: 'Reopened',
    resolved: 'Resolved',
  },
  Rollouts: {
    scheduled: 'Scheduled',
    approved: 'Approved',
    started: 'Started',
    went_on: 'Next group begun',
    paused: 'Paused',
    resumed: 'Resumed',
    stopped: 'Stopped',
    finished: 'Finished',
    retried: 'Failed gateways retried',
  },
  'Sign-ins and sessions': {
    signed_in: 'Signed in',
    sign_in_failed: 'Sign-in failed',
    sign_in_refused: 'Sign-in refused',
    second_factor_failed: 'Second step failed',
    second_factor_refused: 'Second step refused',
    signed_out: 'Signed out',
    ended: 'Session ended',
    sessions_ended: 'All sessions ended',
    token_reused: 'Old token used again',
  },
  Accounts: {
    password_changed: 'Password changed',
    password_reset: 'Password reset',
    email_confirmed: 'Email confirmed',
    identity_added: 'Google or Facebook connected',
    factor_added: 'Second factor added',
    factor_removed: 'Second factor removed',
    recovery_codes_made: 'Recovery codes created',
    invited: 'Invited',
    invitation_revoked: 'Invitation revoked',
  },
} as const
type Groups = typeof actionGroups
type Action = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]
/** The name of each action. */
export const actionNames = Object.assign({}, ...Object.values(actionGroups)) as Readonly<Record<Action, string>>
/** All actions, in the order of `actionGroups`. */
export const actions = Object.keys(actionNames) as readonly Action[]

const value = () => mixed().nullable()

/** An entry of the activity log: written together with the change that it records, and never updated. */
export const activityEntry = object({
  id: count(1, Number.MAX_SAFE_INTEGER).required(),
  at: instant().required(),
  actor: object({
    kind: oneOf(actorKinds).required(),
    id: id().nullable(),
    name: string().nullable().meta({ description: 'Null: no user acted, or the account no longer exists.' }),
  }).required(),
  action: oneOf(actions).required(),
  area: string().required().meta({ description: 'Affected resource, such as `Gateway`, or `Session`.' }),
  rowId: string().nullable().meta({ description: 'Id of the affected row. Null: several rows, or none.' }),
  title: string().nullable().meta({ description: 'Name of the row at that time.' }),
  rows: count(1, Number.MAX_SAFE_INTEGER)
    .required()
    .meta({ description: 'Number of rows that the same call affected. Filter by `requestId` for an entry of each.' }),
  changes: array(object({ field: string().required(), from: value(), to: value() }).required())
    .required()
    .meta({ description: 'Changed fields, with names for references. Empty unless one row is affected.' }),
  details: object().required().meta({
    map: 'any',
    description:
      'Details of a sign-in or session, such as `ip` and `device`; the `reason` of a firmware’s assignment. Empty otherwise.',
  }),
  restorable: boolean().required().meta({ description: 'Whether the row can be restored to this version.' }),
  requestId: string().nullable(),
})
/** A field that an action changed; null where it was or is empty. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}
/** `activityEntry` with typed changes and details. */
export interface ActivityEntry extends Omit<InferType<typeof activityEntry>, 'changes' | 'details'> {
  readonly changes: readonly FieldChange[]
  readonly details: Readonly<Record<string, unknown>>
}

/** Answer of GET `/activity`; `next` is the `before` of the next page, null on the last page. */
export interface ActivityPage {
  readonly result: readonly ActivityEntry[]
  readonly meta: { readonly next: number | null }
}

/** Parameters of GET `/activity`; null does not filter. */
export interface ActivityQuery {
  /** Name of a resource, or `Session`. */
  readonly area: string | null
  readonly rowId: string | null
  /** Id of a user. */
  readonly actor: string | null
  readonly action: readonly string[]
  /** Every row that one request changed, an entry each. */
  readonly requestId: string | null
  /** Moments; `from` is inclusive. */
  readonly from: string | null
  readonly to: string | null
  /** Part of the name, EUI, serial number, email or IP address of the affected row, now or earlier; returns an entry for each row. */
  readonly q: string | null
  /** Returns an entry for each row, even when one call changed many. */
  readonly each: boolean
  /** Id of an entry: only earlier ones are returned. */
  readonly before: number | null
  readonly pageSize: number
}

const whole = /^[1-9]\d{0,15}$/
const rules: Readonly<Record<string, readonly [accepts: (value: string) => boolean, sentence: string]>> = {
  area: [(value) => /^[A-Z][A-Za-z]{1,40}$/.test(value), 'area must be the name of a resource, such as Gateway'],
  rowId: [(value) => ID_PATTERN.test(value), 'rowId must be the id of a row'],
  actor: [(value) => ID_PATTERN.test(value), 'actor must be the id of a user'],
  action: [(value) => actions.some((action) => action === value), `action must be one of ${actions.join(', ')}`],
  requestId: [(value) => /^[\w-]{1,100}$/.test(value), 'requestId must be the id of a request'],
  from: [(value) => instant().isValidSync(value), 'from must be a UTC time, such as 2026-11-20T08:15:00.000Z'],
  to: [(value) => instant().isValidSync(value), 'to must be a UTC time, such as 2026-11-20T08:15:00.000Z'],
  q: [
    (value) => value.length <= QUERY_MAX && !value.includes('\0') && value.isWellFormed(),
    `q must be one text of at most ${QUERY_MAX} characters`,
  ],
  each: [(value) => value === 'true', 'each must be true, or omitted'],
  before: [(value) => whole.test(value), 'before must be the id of an entry'],
  pageSize: [
    (value) => whole.test(value) && Number(value) <= ACTIVITY_SIZE_MAX,
    `pageSize must be a whole number from 1 to ${ACTIVITY_SIZE_MAX}`,
  ],
}

/** Parses the call's parameters. An invalid one is reported in `faults` and left out of the query; the server refuses such a call (400). */
export function parseActivityQuery(params: URLSearchParams): { query: ActivityQuery; faults: QueryFault[] } {
  const faults: QueryFault[] = []
  const valid = new URLSearchParams()
  for (const name of new Set(params.keys())) {
    const [accepts, message] = Object.hasOwn(rules, name) ? (rules[name] ?? unknown(name)) : unknown(name)
    const values = params.getAll(name)
    if ((values.length === 1 || name === 'action') && values.every(accepts)) for (const value of values) valid.append(name, value)
    else faults.push({ parameter: name, message })
  }
  const before = valid.get('before')
  const query = {
    area: valid.get('area'),
    rowId: valid.get('rowId'),
    actor: valid.get('actor'),
    action: [...new Set(valid.getAll('action'))],
    requestId: valid.get('requestId'),
    from: valid.get('from'),
    to: valid.get('to'),
    q: valid.get('q')?.trim() || null,
    each: valid.has('each'),
    before: before === null ? null : Number(before),
    pageSize: Number(valid.get('pageSize') ?? ACTIVITY_SIZE),
  }
  return { query, faults }
}

function unknown(name: string): readonly [() => boolean, string] {
  return [() => false, `${name} is not a parameter of this call`]
}

/** Body of `restoreVersionPath`: the activity entry that created the version. */
export const restoreVersionBody = object({ entryId: count(1, Number.MAX_SAFE_INTEGER).required().label('Entry') }).noUnknown()
