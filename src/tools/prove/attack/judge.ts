import type { ProbeResponse } from '../http'

/**
 * Checks the answers to tries under a budget of `limit`: at most `limit` are judged, all others are 429 with Retry-After. Returns the
 * faults.
 */
export function budgetFaults(answers: readonly Pick<ProbeResponse, 'status' | 'headers'>[], limit: number): string[] {
  const judged = answers.filter(({ status }) => status !== 429).length
  const faults = judged > limit ? [`${judged} tries were judged, which is more than ${limit}`] : []
  if (judged === 0) faults.push('no try was judged at all, so that the owner would be locked out')
  if (answers.some(({ status }) => status < 400)) faults.push('a try got in')
  if (answers.some(({ status }) => status >= 500)) faults.push('a try was answered with a 5xx')
  if (answers.some(({ status, headers }) => status === 429 && headers['retry-after'] === undefined))
    faults.push('a 429 does not say how long to wait')
  return faults
}

/** Lists the differences between two answers that tell an address with an account from one without. */
export function answerFaults(known: ProbeResponse, unknown: ProbeResponse): string[] {
  const faults = known.status === unknown.status ? [] : [`${known.status} for an account, ${unknown.status} for none`]
  if (bare(known) !== bare(unknown)) faults.push('the bodies differ')
  const names = ({ headers }: ProbeResponse): string => Object.keys(headers).toSorted().join()
  if (names(known) !== names(unknown)) faults.push('the headers differ')
  return faults
}

function bare({ body }: ProbeResponse): string {
  return body.toString().replace(/"requestId":"[^"]*"/, '')
}

/** Share by which the two medians may differ, and milliseconds that no client could measure over a network. */
const SHARE = 0.3
const UNSEEN_MS = 4

/** Compares the medians of the answers' times; returns how they tell an account from none, or null. */
export function timeFault(known: readonly number[], unknown: readonly number[]): string | null {
  const [one, other] = [median(known), median(unknown)]
  const differ = Math.abs(one - other)
  if (differ <= Math.max(UNSEEN_MS, SHARE * Math.max(one, other))) return null
  return `${one.toFixed(1)} ms for an account, ${other.toFixed(1)} ms for none`
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
