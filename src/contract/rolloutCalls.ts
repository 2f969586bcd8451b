import { array, boolean, object, type InferType } from 'yup'
import { anyCount, count, id, instant, oneOf, text } from './fields'
import { firmwareStatuses } from './gatewayFirmwares'
import { updateSteps } from './gateways'
import { namedRow } from './problem'
import { itemPath, type RowOf } from './resource'
import { groupKinds, rolloutCodes, rolloutGatewayStates, rollouts, type RolloutGroup } from './rollouts'

/** The moves (changes of status) that an administrator can make. */
export const rolloutMoves = ['start', 'approve', 'pause', 'resume', 'stop', 'retry'] as const
export type RolloutMove = (typeof rolloutMoves)[number]

/**
 * Body of a move. `takeBack`, for stop only: gateways that have not fetched the firmware get their previously assigned firmware back; defaults
 * to true.
 */
export const rolloutMoveBody = object({
  reason: text(500).nullable().label('Reason'),
  takeBack: boolean().label('Take back').meta({
    description:
      'Only for stop: gateways that have not fetched the firmware get their previously assigned firmware back. Omitted: true.',
  }),
}).noUnknown()

/** A gateway of a rollout. */
const gatewayRow = object({
  id: id().required(),
  gatewayId: id().required(),
  name: text(50).required().label('Gateway'),
  groupNumber: count(1, 1000).nullable().label('Group').meta({ description: 'Null: the gateway was left out from the start.' }),
  state: oneOf(rolloutGatewayStates).required().label('State'),
  code: oneOf(rolloutCodes).nullable().label('Why'),
  note: text(500).nullable().label('Reason').meta({ description: 'Why the update failed, as the gateway reported it.' }),
  step: oneOf(updateSteps).nullable().label('Progress'),
  firmwareName: text(130)
    .nullable()
    .label('Runs')
    .meta({ description: 'Firmware that the gateway runs; only the version when that is not released.' }),
  assignedAt: instant().nullable().label('Assigned'),
  settledAt: instant().nullable().label('Settled'),
})

/**
 * The list of a rollout’s gateways and its query rules. The call is `rolloutPaths.gateways`; the last segment of `path` names the database view.
 */
export const rolloutGateways = {
  path: '/api/v1/rollout_gateways',
  row: gatewayRow,
  list: {
    sort: ['name', 'groupNumber', 'state', 'settledAt'],
    defaultSort: 'name',
    filter: {
      state: oneOf(rolloutGatewayStates).required(),
      code: oneOf(rolloutCodes).required(),
      groupNumber: text(4)
        .matches(/^[1-9]\d*$/)
        .required(),
    },
    search: ['name'],
  },
} as const
export type RolloutGateway = RowOf<typeof rolloutGateways>

/** Maximum of gateways named in a preview. */
export const ROLLOUT_PREVIEW_NAMED = 10
const named = () => array(namedRow).required()

/** Answer of POST `rolloutPaths.preview`, with a rollout's body: the gateways that it would include now, and those left out. */
export const rolloutPreview = object({
  ready: anyCount(),
  gateways: named().meta({ description: `Gateways that the rollout would reach, at most ${ROLLOUT_PREVIEW_NAMED}.` }),
  groups: array(object({ kind: oneOf(groupKinds).required(), gatewaysCount: anyCount() })).required(),
  leftOut: array(object({ code: oneOf(rolloutCodes).required(), gatewaysCount: anyCount(), gateways: named() }))
    .required()
    .meta({ description: 'Matching gateways that would be left out, by reason, most frequent first.' }),
  firmwareStatus: oneOf(firmwareStatuses).meta({
    description: 'Status of its firmware: only a rollout of a released one begins. Absent: unknown.',
  }),
})
export type RolloutPreview = InferType<typeof rolloutPreview>

/** The calls of rollouts beyond the standard ones. An illegal move is a 409 `illegal_move` that lists the legal ones. */
export const rolloutPaths = {
  preview: `${rollouts.path}/preview`,
  move: (rolloutId: string, move: RolloutMove) => `${itemPath(rollouts, rolloutId)}/${move}`,
  /** GET: a page of the rollout's gateways, by the list rules of `rolloutGateways`. */
  gateways: (rolloutId: string) => `${itemPath(rollouts, rolloutId)}/gateways`,
} as const

/** Sizes of a rollout's groups: the canary, then waves up to their shares of all gateways. Empty groups are omitted. */
export function groupsOf(
  total: number,
  canaries: number,
  waves: readonly { readonly percent: number }[] | undefined,
): { readonly kind: 'canary' | 'wave'; readonly gatewaysCount: number }[] {
  const ends = (waves ?? []).map(({ percent }) => Math.ceil((total * percent) / 100))
  const sizes = [canaries]
  let reached = canaries
  for (const end of [...ends, total]) {
    sizes.push(Math.max(0, end - reached))
    reached = Math.max(reached, end)
  }
  return sizes
    .map((gatewaysCount, at) => ({ kind: at === 0 ? ('canary' as const) : ('wave' as const), gatewaysCount }))
    .filter(({ gatewaysCount }) => gatewaysCount > 0)
}

/** The group that begins next: gateways to retry come before the waves that still wait, because they failed in an earlier group. */
export function followingOf<Group extends Pick<RolloutGroup, 'kind' | 'state'>>(groups: readonly Group[]): Group | undefined {
  const waiting = groups.filter(({ state }) => state === 'waiting')
  return waiting.find(({ kind }) => kind === 'retry') ?? waiting[0]
}
