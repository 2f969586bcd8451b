const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
}

/** A pressed key, with the modifiers that make it the browser's own. */
type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * The index that a pressed key leads to, between 0 and `last`; null for other keys, and with a modifier: Alt and an arrow key go
 * back. From null, arrow keys lead to the last index.
 */
export function indexAfterKey(pressed: Pressed, at: number | null, last: number): number | null {
  const step = steps[pressed.key]
  if (step === undefined || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return null
  return at === null && Math.abs(step) === 1 ? last : Math.min(last, Math.max(0, (at ?? last) + step))
}
