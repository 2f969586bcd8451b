import {
  placeOf,
  type Rollout,
  type RolloutCode,
  type RolloutGatewayState,
  type RolloutGroup,
  type RolloutStatus,
} from '../../contract/rollouts'
import { wordsOf } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'

const statusTones: Readonly<Record<RolloutStatus, StatusTone>> = {
  draft: 'off',
  scheduled: 'info',
  running: 'info',
  paused: 'warning',
  finished: 'good',
  stopped: 'critical',
}

/** The status of a rollout. */
export function RolloutStatusWord({
  row: { status, awaitsApproval },
  look,
}: {
  readonly row: Pick<Rollout, 'status' | 'awaitsApproval'>
  readonly look?: 'pill'
}) {
  return (
    <Status tone={awaitsApproval ? 'warning' : statusTones[status]} look={look}>
      {awaitsApproval ? 'Awaits approval' : wordsOf(status)}
    </Status>
  )
}

/** Labels of the gateways' states, in the order of the bars. */
export const stateWords: Readonly<Record<RolloutGatewayState, string>> = {
  succeeded: 'Succeeded',
  assigned: 'Under way',
  failed: 'Failed',
  waiting: 'Waiting',
  skipped: 'Left out',
}
export const stateTones: Readonly<Record<RolloutGatewayState, StatusTone>> = {
  succeeded: 'good',
  assigned: 'info',
  failed: 'critical',
  waiting: 'off',
  skipped: 'off',
}

/** Reasons why a gateway was left out, or failed. */
export const codeWords: Readonly<Record<RolloutCode, string>> = {
  already_installed: 'Ran it already',
  in_other_rollout: 'Was in another rollout',
  not_compatible: 'Other hardware',
  too_old: 'Ran a version that cannot be updated to this one',
  downgrade: 'Ran a later version',
  end_of_life: 'Hardware at its end of life',
  reassigned: 'Was assigned another firmware',
  stopped: 'Not reached before the stop',
  taken_back: 'Taken back at the stop',
  reported: 'Reported that it failed',
  silent: 'Reported for a day without the new version',
}

/** Reasons why a rollout that begins now would leave a gateway out. */
export const previewCodeWords: typeof codeWords = {
  ...codeWords,
  already_installed: 'Runs it already',
  in_other_rollout: 'In another rollout',
  too_old: 'Runs a version that cannot be updated to this one',
  downgrade: 'Runs a later version',
}

/** "Canary", "Wave 2", "Retry 1": a group, numbered within its kind. */
export function groupTitle(
  group: Pick<RolloutGroup, 'kind' | 'number'>,
  groups: readonly Pick<RolloutGroup, 'kind' | 'number'>[],
): string {
  return group.kind === 'canary' ? 'Canary' : `${wordsOf(group.kind)} ${placeOf(group, groups)}`
}
