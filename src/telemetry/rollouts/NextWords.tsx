import type { Rollout } from '../../contract/rollouts'
import { Time } from '../../ui/text/Time'
import { nextOf } from './next'

/** What happens next with a rollout, and when, in one sentence. */
export function NextWords({ row, focusable = true }: { readonly row: Rollout; readonly focusable?: boolean }) {
  const { before, at, after } = nextOf(row)
  return (
    <>
      {before}
      {at !== null && <Time value={at} focusable={focusable} />}
      {after}
    </>
  )
}
