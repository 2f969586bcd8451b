/** What a screen shows. */
export interface Seen {
  /** Its level-1 heading; null: none. */
  readonly heading: string | null
  /** All its text, without white space around it. */
  readonly text: string
  /** Whether it says that something went wrong: in an alert, beside a Retry, or that the row is missing or not to be seen. */
  readonly complains: boolean
}

/** Lists the faults of a screen under a fault of this kind; `isAffected`: whether any of the screen's requests met the fault. */
export function screenFaults(seen: Seen, kind: 'broken' | 'hangs' | 'slow', isAffected: boolean): string[] {
  if (seen.heading === null || seen.text.replace(seen.heading, '').trim() === '') return ['a blank screen']
  if (isAffected && kind !== 'slow' && !seen.complains) return ['a screen that does not say what went wrong']
  if (kind === 'slow' && seen.complains) return ['a screen that complains of a slow network']
  return []
}

/** Says how many typed fields have lost their text; null when none has. */
export function typingLost(before: readonly string[], after: readonly string[]): string | null {
  const lost = before.filter((text, at) => after[at] !== text)
  return lost.length === 0 && before.length === after.length ? null : `${lost.length} of ${before.length} fields`
}
