import type { RolloutGroup } from '../../contract/rollouts'
import { stateWords } from './words'
import './rollouts.css'

/** How many gateways are in which state. */
export type StateCounts = Pick<
  RolloutGroup,
  'gatewaysCount' | 'waitingCount' | 'assignedCount' | 'succeededCount' | 'failedCount' | 'skippedCount'
>

/** States from the left to the right of a bar; what is left of it is waiting. */
const shown = ['succeeded', 'failed', 'assigned', 'skipped'] as const

/** The gateways of a group, or of all, as one bar by state; its words say the same. */
export function StateBar({ label, counts }: { readonly label: string; readonly counts: StateCounts }) {
  const total = Math.max(1, counts.gatewaysCount)
  let from = 0
  const parts = shown.map((state) => {
    const width = (counts[`${state}Count`] * 100) / total
    const part = { state, from, width }
    from += width
    return part
  })
  return (
    <svg
      className="state-bar"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${countWords(counts)}`}
    >
      <rect className="state-bar-track" width="100" height="8" />
      {parts.map(
        (part) => part.width > 0 && <rect key={part.state} data-state={part.state} x={part.from} width={part.width} height="8" />,
      )}
    </svg>
  )
}

/** "3 succeeded, 1 failed, 6 waiting". */
export function countWords(counts: StateCounts): string {
  const words = (['succeeded', 'failed', 'assigned', 'waiting', 'skipped'] as const).flatMap((state) =>
    counts[`${state}Count`] === 0 ? [] : [`${counts[`${state}Count`]} ${stateWords[state].toLowerCase()}`],
  )
  return words.length === 0 ? 'none' : words.join(', ')
}
