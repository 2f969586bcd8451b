import { gateways } from '../../contract/gateways'
import { counted, grouped } from '../../contract/grouped'
import { followingOf } from '../../contract/rolloutCalls'
import { placeOf, type RolloutDraft, type RolloutGroup } from '../../contract/rollouts'

type Thresholds = Pick<RolloutDraft, 'goOnPct' | 'withinH' | 'stopPct' | 'stopCount'>

/** A group with its counts. */
export interface JudgedGroup extends Omit<RolloutGroup, 'startedAt' | 'dueAt'> {
  /** Its time limit has passed. */
  readonly isLate: boolean
}

/** The next transition of a running rollout. */
export type Verdict =
  | { readonly type: 'stop' | 'pause'; readonly reason: string }
  /** The running group is done and the next one begins; null where there is none. */
  | { readonly type: 'goOn'; readonly done: number | null; readonly next: number | null }
  | { readonly type: 'finish' }

/** Why a rollout pauses whose canary shows nothing of the firmware: only an administrator lets it go on. */
export const NO_CANARY_LEFT = 'No gateway of the canary is left; once resumed, it goes on without one'

/** Judges a running rollout by the counts of its groups, in their order; null: it has to wait. */
export function verdictOf(rollout: Thresholds, groups: readonly JudgedGroup[]): Verdict | null {
  const failing = groups.find((group) => hasFailed(rollout, group))
  if (failing !== undefined)
    return {
      type: 'stop',
      reason: `${grouped(failing.failedCount)} of ${counted(reached(failing), gateways.nouns)} of ${titleOf(failing, groups)} failed`,
    }
  const running = groups.find(({ state }) => state === 'running')
  const next = followingOf(groups)?.number ?? null
  if (running === undefined) return next === null ? ending(groups) : { type: 'goOn', done: null, next }
  if (isCanaryLost(running, groups)) return { type: 'pause', reason: NO_CANARY_LEFT }
  const { goOnPct, withinH } = rollout
  if (running.succeededCount * 100 >= goOnPct * reached(running)) return { type: 'goOn', done: running.number, next }
  const isSettled = running.waitingCount + running.assignedCount === 0
  if (!isSettled && !running.isLate) return null
  const within = isSettled ? '' : ` within ${counted(withinH, { one: 'hour', many: 'hours' })}`
  const took = `${grouped(running.succeededCount)} of ${counted(reached(running), gateways.nouns)} of ${titleOf(running, groups)} installed the firmware${within}`
  return { type: 'pause', reason: `${took}: ${goOnPct} % are required to continue` }
}

/**
 * The canary, or those of it that are retried, have all been skipped or deleted, and the waves would get a firmware that no gateway has
 * installed.
 */
function isCanaryLost(running: JudgedGroup, groups: readonly JudgedGroup[]): boolean {
  return (
    running.kind !== 'wave' &&
    reached(running) === 0 &&
    followingOf(groups)?.kind === 'wave' &&
    groups.some(({ kind }) => kind === 'canary') &&
    groups.every(({ succeededCount }) => succeededCount === 0)
  )
}

/** Finishes a rollout after its last group, once no gateway is under way or its time limit has passed. */
function ending(groups: readonly JudgedGroup[]): Verdict | null {
  const isOver = groups.every(({ waitingCount, assignedCount, isLate }) => waitingCount === 0 && (assignedCount === 0 || isLate))
  return isOver ? { type: 'finish' } : null
}

/** Gateways that fail a second time pause the rollout at most: they are few, and say little about the others. */
function hasFailed({ stopPct, stopCount }: Thresholds, group: JudgedGroup): boolean {
  const { kind, state, failedCount } = group
  if (failedCount === 0 || state === 'waiting' || kind === 'retry') return false
  return failedCount * 100 >= stopPct * reached(group) || failedCount >= (stopCount ?? Infinity)
}

/** Gateways that the group reached, without those skipped since, which say nothing about the firmware. */
function reached({ gatewaysCount, skippedCount }: JudgedGroup): number {
  return gatewaysCount - skippedCount
}

/** Names a group as the console does, numbered within its kind: "the canary", "wave 2", "retry 1". */
function titleOf(group: JudgedGroup, groups: readonly JudgedGroup[]): string {
  return group.kind === 'canary' ? 'the canary' : `${group.kind} ${placeOf(group, groups)}`
}
