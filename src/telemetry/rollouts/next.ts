import { gateways } from '../../contract/gateways'
import { followingOf } from '../../contract/rolloutCalls'
import type { Rollout, RolloutGroup } from '../../contract/rollouts'
import { counted, withUnit } from '../../crud/model/words'
import { grouped } from '../../ui/text/numberWords'
import { groupTitle } from './words'

/** A rollout's next step: a sentence up to the time, the time if there is one, and the rest of the sentence. */
export interface Next {
  readonly before: string
  /** ISO 8601. */
  readonly at: string | null
  readonly after: string
}

const only = (before: string): Next => ({ before, at: null, after: '' })

/** The time for which a rollout waits once it may begin; null: none, or one that has passed. */
export function waitsUntil({ startAt = null }: Pick<Rollout, 'startAt'>, now: number): string | null {
  return startAt !== null && Date.parse(startAt) > now ? startAt : null
}

/** The next step of a rollout, and its time. */
export function nextOf(rollout: Rollout, now: number): Next {
  const { status, statusReason, awaitsApproval } = rollout
  const startAt = waitsUntil(rollout, now)
  const why = statusReason == null ? '' : `: ${statusReason}`
  if (status === 'draft') return only('It assigns nothing until it is started.')
  const approved = 'It begins when another administrator has approved it'
  if (awaitsApproval)
    return startAt === null ? only(`${approved}.`) : { before: `${approved}, not before `, at: startAt, after: '.' }
  if (status === 'scheduled') return { before: 'It begins ', at: startAt, after: startAt === null ? 'in a moment.' : '.' }
  if (status === 'paused') return only(`Nothing more is assigned until it is resumed${why}.`)
  if (status === 'stopped') return only(`It was stopped${why}.${underWay(rollout)}`)
  if (status === 'finished') return only(endWords(rollout))
  return nextGroup(rollout)
}

function nextGroup(rollout: Rollout): Next {
  const { groups, opensAt, goOnPct } = rollout
  const running = groups.find(({ state }) => state === 'running')
  if (opensAt != null && rollout.waitingCount > 0 && (running === undefined || running.waitingCount > 0))
    return { before: 'The next gateways are assigned the firmware when its hours begin, ', at: opensAt, after: '.' }
  if (running === undefined) return ending(rollout)
  const following = followingOf(groups)
  const then =
    following === undefined
      ? 'The rollout finishes'
      : `${groupTitle(following, groups)} with ${counted(following.gatewaysCount, gateways.nouns)} begins`
  const required = requiredOf(running, goOnPct)
  const before = `${then} when ${counted(required, gateways.nouns)} of ${groupTitle(running, groups)} ${
    required === 1 ? 'reports' : 'report'
  } the new version (${grouped(running.succeededCount)} so far)`
  return running.dueAt == null ? only(`${before}.`) : { before: `${before}; otherwise it pauses `, at: running.dueAt, after: '.' }
}

/** Gateways of a group that must report the new version before the next one begins. */
function requiredOf({ gatewaysCount, skippedCount }: RolloutGroup, goOnPct: number): number {
  return Math.ceil(((gatewaysCount - skippedCount) * goOnPct) / 100)
}

/** Whether a running group stays below the success threshold: all its gateways have succeeded or failed. */
export function isShort(group: RolloutGroup, goOnPct: number): boolean {
  const { state, waitingCount, assignedCount, succeededCount } = group
  return state === 'running' && waitingCount + assignedCount === 0 && succeededCount < requiredOf(group, goOnPct)
}

/** The end of a rollout whose groups are all done: of those with gateways under way, the last time limit counts. */
function ending(rollout: Rollout): Next {
  const before = 'It finishes when the last gateways have reported'
  const limits = rollout.groups.flatMap(({ assignedCount, dueAt }) => (assignedCount > 0 && dueAt != null ? [dueAt] : []))
  const at = limits.sort().at(-1)
  const after = `.${underWay(rollout)}`
  return at === undefined ? only(`${before}${after}`) : { before: `${before}, at the latest `, at, after }
}

function underWay({ assignedCount }: Rollout): string {
  if (assignedCount === 0) return ''
  return ` ${counted(assignedCount, gateways.nouns)} ${assignedCount === 1 ? 'is' : 'are'} still under way.`
}

function endWords({ succeededCount, gatewaysCount, failedCount, statusReason }: Rollout): string {
  if (gatewaysCount === 0) return `${statusReason ?? 'There was no gateway to update'}.`
  const share = withUnit(Math.floor((succeededCount * 100) / gatewaysCount), '%')
  const failed = failedCount === 0 ? '' : ` ${counted(failedCount, gateways.nouns)} failed.`
  return `${grouped(succeededCount)} of ${counted(gatewaysCount, gateways.nouns)} (${share}) installed the firmware.${failed}`
}
