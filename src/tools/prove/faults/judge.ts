/** What was seen of a screen. */
export interface Seen {
  /** Its level-1 heading; null: there is none. */
  readonly heading: string | null
  /** All that it says, blanks aside. */
  readonly text: string
  /** It says that something went wrong, in an alert or beside a Retry. */
  readonly complains: boolean
}

/** What is wrong with a screen under a fault; `kind` is the fault's, `asked` whether the screen asked anything that could meet it. */
export function screenFaults(seen: Seen, kind: 'broken' | 'hangs' | 'slow', asked: boolean): string[] {
  if (seen.heading === null || seen.text.replace(seen.heading, '').trim() === '') return ['a blank screen']
  if (asked && kind !== 'slow' && !seen.complains) return ['a screen that does not say what went wrong']
  if (kind === 'slow' && seen.complains) return ['a screen that complains of a slow network']
  return []
}

/** What was typed and is not there any more. */
export function typingLost(before: readonly string[], after: readonly string[]): string | null {
  const lost = before.filter((text, at) => after[at] !== text)
  return lost.length === 0 && before.length === after.length ? null : `${lost.length} of ${before.length} fields`
}
