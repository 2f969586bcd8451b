import { array, boolean, object, type AnyObject, type InferType, type TestContext } from 'yup'
import { anyCount, count, flag, id, identity, instant, oneOf, reference, references, tags, text } from './fields'
import { channels } from './gatewayFirmwares'
import './gateways'
import { hoursBetween, timeOfDay, timeZone } from './hours'
import { lazy, resource, type DraftOf, type RowOf } from './resource'

/** The statuses of a rollout; `machines/rolloutMachine.ts` holds the transitions. */
export const rolloutStatuses = ['draft', 'scheduled', 'running', 'paused', 'finished', 'stopped'] as const
export type RolloutStatus = (typeof rolloutStatuses)[number]
/** Statuses of rollouts that have begun or will begin, and have not ended. */
export const openRolloutStatuses: readonly RolloutStatus[] = ['scheduled', 'running', 'paused']

/** The fields that may change while a rollout is paused: how it advances, not which gateways get which firmware. */
export const pausedFields: readonly string[] = [
  'name',
  'goOnPct',
  'withinH',
  'stopPct',
  'stopCount',
  'windowFrom',
  'windowTo',
  'zone',
]
/** retry: gateways that failed in an earlier group. */
export const groupKinds = ['canary', 'wave', 'retry'] as const
/** A group's gateways are assigned the firmware while it is running. done: enough of them installed it. */
const groupStates = ['waiting', 'running', 'done', 'stopped'] as const
export const rolloutGatewayStates = ['waiting', 'assigned', 'succeeded', 'failed', 'skipped'] as const
export type RolloutGatewayState = (typeof rolloutGatewayStates)[number]

/**
 * Why a gateway was left out, or failed. reassigned: an administrator assigned another firmware. taken_back: the rollout was stopped before
 * the gateway fetched the file. reported: the gateway reported the failure. silent: it sent reports for a day without the new version.
 */
export const rolloutCodes = [
  'already_installed',
  'in_other_rollout',
  'not_compatible',
  'too_old',
  'downgrade',
  'end_of_life',
  'reassigned',
  'stopped',
  'taken_back',
  'reported',
  'silent',
] as const
export type RolloutCode = (typeof rolloutCodes)[number]

/** Optional lists; an omitted one is empty. */
const lists = lazy(() => ({
  hardwareIds: references('GatewayHardware', 'Hardwares'),
  tags: tags('A rollout'),
  fromFirmwareIds: references('GatewayFirmware', 'Running versions'),
  waves: array(
    object({
      percent: count(1, 100, '%').required('Percent is required').label('Up to').meta({
        description: 'Share of all gateways that is reached at the end of this wave, including earlier groups.',
      }),
    })
      .noUnknown()
      .required()
      .label('Wave'),
  )
    .max(10, 'A rollout can have at most 10 waves')
    .label('Waves')
    .meta({ description: 'Groups after the canary. Empty: all other gateways at once.' }),
}))

const draft = lazy(() =>
  object({
    name: text(60, 2).required('Name is required').label('Name'),
    firmwareId: reference('GatewayFirmware').required('Firmware is required').label('Firmware'),
    hardwareIds: lists().hardwareIds,
    tags: lists().tags,
    updateChannel: oneOf(channels).nullable().label('Update channel'),
    fromFirmwareIds: lists().fromFirmwareIds,
    canaryCount: count(1, 10_000)
      .nullable()
      .label('Canary gateways')
      .meta({ description: 'Number of gateways in the first group, chosen at random. Null: not by number.' }),
    canaryTag: text(30, 1)
      .nullable()
      .label('Canary tag')
      .meta({ description: 'Gateways with this tag are the first group. Null: not by tag.' }),
    waves: lists().waves,
    goOnPct: count(1, 100, '%')
      .required('Success threshold is required')
      .label('Success threshold')
      .meta({ description: 'The next group begins when this share of a group’s gateways reports the new version.' }),
    withinH: count(1, 720, 'h')
      .required('Time limit is required')
      .label('Time limit')
      .meta({ description: 'Time limit of a group. If too few gateways report the new version by then, the rollout pauses.' }),
    stopPct: count(1, 100, '%')
      .required('Failure threshold is required')
      .label('Failure threshold')
      .meta({ description: 'The rollout stops when this share of a group’s gateways failed.' }),
    stopCount: count(1, 10_000).nullable().label('Failure count').meta({
      description: 'The rollout stops when this number of a group’s gateways failed, whatever their share. Null: no limit.',
    }),
    startAt: instant().nullable().label('Start').meta({ format: 'date-time', description: 'Earliest start. Null: at once.' }),
    windowFrom: timeOfDay()
      .nullable()
      .label('From')
      .meta({ description: 'Gateways are assigned the firmware only from this time of day to `windowTo`. Null: at any time.' }),
    windowTo: timeOfDay().nullable().label('To'),
    zone: timeZone().nullable().label('Time zone').meta({ description: 'IANA time zone of these hours. Null: UTC.' }),
    reason: text(500).nullable().label('Reason').meta({
      description: 'Reason that permits downgrades, and hardware at its end of life.',
    }),
  })
    .test('canary', ({ canaryCount = null, canaryTag = null }, context) =>
      canaryCount === null || canaryTag === null
        ? true
        : context.createError({ path: 'canaryTag', message: 'Choose the canary by number or by tag, not by both' }),
    )
    .test('waves', wavesGrow)
    .test(hoursBetween('windowFrom', 'windowTo'))
    .noUnknown(),
)

/** Compares the waves; the rules of a single wave refuse one without a number. */
function wavesGrow({ waves }: AnyObject, context: TestContext) {
  const percents = (Array.isArray(waves) ? waves : []).map((wave: { readonly percent?: unknown } | null) => wave?.percent)
  if (!percents.every((percent) => typeof percent === 'number')) return true
  const at = percents.findIndex((percent, place) => place > 0 && percent <= (percents[place - 1] ?? 0))
  if (at > 0)
    return context.createError({ path: `waves[${at}].percent`, message: 'Each wave must reach more than the one before' })
  if (percents.length === 0 || percents.at(-1) === 100) return true
  return context.createError({ path: `waves[${percents.length - 1}].percent`, message: 'The last wave must reach 100 %' })
}

/** The number of gateways in each state, for a rollout or one of its groups. */
const counts = lazy(() => ({
  gatewaysCount: anyCount().label('Gateways'),
  waitingCount: anyCount().label('Waiting'),
  assignedCount: anyCount().label('Under way'),
  succeededCount: anyCount().label('Succeeded'),
  failedCount: anyCount().label('Failed'),
  skippedCount: anyCount().label('Left out'),
}))

const group = lazy(() =>
  object({
    number: count(1, 1000).required(),
    kind: oneOf(groupKinds).required(),
    state: oneOf(groupStates).required(),
    startedAt: instant().required().nullable(),
    dueAt: instant()
      .required()
      .nullable()
      .meta({ description: 'Time limit for its gateways to report the new version. Null: none yet.' }),
    ...counts(),
  }),
)
export type RolloutGroup = InferType<ReturnType<typeof group>>

/** The place of a group among those of its kind: 1 for the first wave. */
export function placeOf({ kind, number }: GroupKey, groups: readonly GroupKey[]): number {
  return groups.filter((group) => group.kind === kind && group.number <= number).length
}
type GroupKey = Pick<RolloutGroup, 'kind' | 'number'>

const row = lazy(() =>
  draft().shape({
    ...identity(),
    hardwareIds: lists().hardwareIds.required(),
    tags: lists().tags.required(),
    fromFirmwareIds: lists().fromFirmwareIds.required(),
    waves: lists().waves.required(),
    status: oneOf(rolloutStatuses).required().label('Status'),
    statusReason: text(500)
      .nullable()
      .label('Why')
      .meta({ description: 'Why the rollout paused or stopped. Null: no reason was given.' }),
    firmwareName: text(130).required().label('Firmware'),
    awaitsApproval: boolean()
      .required()
      .label('Awaits approval')
      .meta({ description: 'Whether a second administrator must approve the rollout.' }),
    requestedById: id().nullable().label('Started by'),
    requestedByName: text(121).nullable().label('Started by'),
    approvedByName: text(121).nullable().label('Approved by'),
    startedAt: instant().nullable().label('Started'),
    endedAt: instant().nullable().label('Ended'),
    opensAt: instant()
      .nullable()
      .label('Hours begin')
      .meta({ description: 'Next start of its hours of the day. Null: within them, or no such hours.' }),
    scopeNames: array(text(210).required()).required().label('Scope'),
    deletedScopeNames: array(text(210).required()).required().label('Deleted scope').meta({
      description: 'Names, or ids, of deleted rows that still limit it.',
    }),
    ...counts(),
    groups: array(group()).required().label('Groups'),
  }),
)

/** Rollouts: a firmware released group by group; a rollout stops itself when too many gateways fail. */
export const rollouts = resource({
  name: 'Rollout',
  nouns: { one: 'rollout', many: 'rollouts' },
  path: '/api/v1/rollouts',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  finalWith: 'startedAt',
  list: {
    sort: ['name', 'status', 'startedAt', 'createdAt'],
    defaultSort: '-createdAt',
    filter: () => ({
      status: oneOf(rolloutStatuses).required(),
      firmwareId: reference('GatewayFirmware').required(),
      awaitsApproval: flag().required(),
    }),
    search: ['name'],
  },
})
export type Rollout = RowOf<typeof rollouts>
export type RolloutDraft = DraftOf<typeof rollouts>
