import type { Rollout } from '../../contract/rollouts'
import { Time, useNow } from '../../ui/text/Time'
import { nextOf } from './next'

/** A rollout's next step and its time, in one sentence. */
export function NextWords({ row, focusable = true }: { readonly row: Rollout; readonly focusable?: boolean }) {
  const now = useNow(row.startAt == null ? null : Date.parse(row.startAt))
  const { before, at, after } = nextOf(row, now)
  return (
    <>
      {before}
      {at !== null && <Time value={at} focusable={focusable} />}
      {after}
    </>
  )
}
