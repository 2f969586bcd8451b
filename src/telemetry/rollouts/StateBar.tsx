import type { RolloutGroup } from '../../contract/rollouts'
import { grouped } from '../../ui/text/numberWords'
import { stateWords } from './words'
import './rollouts.css'

/** The number of gateways in each state. */
export type StateCounts = Pick<RolloutGroup, 'waitingCount' | 'assignedCount' | 'succeededCount' | 'failedCount' | 'skippedCount'>

/** States from left to right; the rest of the bar is waiting. */
const shown = ['succeeded', 'failed', 'assigned', 'skipped'] as const
const states = ['succeeded', 'failed', 'assigned', 'waiting', 'skipped'] as const

/** The gateways of a group, or of all, as a bar by state; its label says the same. */
export function StateBar({ label, counts }: { readonly label: string; readonly counts: StateCounts }) {
  // Not `gatewaysCount`, which leaves out the gateways that were left out from the beginning.
  const total = Math.max(1, sumOf(counts, states))
  const shareOf = (some: readonly (typeof shown)[number][]) => (sumOf(counts, some) * 100) / total
  return (
    <svg
      className="state-bar"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${countWords(counts)}`}
    >
      <rect className="state-bar-track" width="100" height="8" />
      {shown.map(
        (state, at) =>
          counts[`${state}Count`] > 0 && (
            <rect key={state} data-state={state} x={shareOf(shown.slice(0, at))} width={shareOf([state])} height="8" />
          ),
      )}
    </svg>
  )
}

function sumOf(counts: StateCounts, some: readonly (typeof states)[number][]): number {
  return some.reduce((sum, state) => sum + counts[`${state}Count`], 0)
}

/** "3 succeeded, 1 failed, 6 waiting". */
export function countWords(counts: StateCounts): string {
  const words = states.flatMap((state) =>
    counts[`${state}Count`] === 0 ? [] : [`${grouped(counts[`${state}Count`])} ${stateWords[state].toLowerCase()}`],
  )
  return words.length === 0 ? 'none' : words.join(', ')
}

/** Small print for a narrow bar: "1 of 10 failed", or else "3 of 10 succeeded"; without the gateways that were left out. */
export function shortWords(counts: StateCounts): string {
  const state = counts.failedCount > 0 ? 'failed' : 'succeeded'
  const total = sumOf(counts, ['succeeded', 'failed', 'assigned', 'waiting'])
  return `${grouped(counts[`${state}Count`])} of ${grouped(total)} ${stateWords[state].toLowerCase()}`
}
