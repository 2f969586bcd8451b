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

/** The index that a key leads to, between 0 and `last`; null for other keys. From null, arrow keys lead to the last index. */
export function indexAfterKey(key: string, at: number | null, last: number): number | null {
  const step = steps[key]
  if (step === undefined) return null
  return at === null && Math.abs(step) === 1 ? last : Math.min(last, Math.max(0, (at ?? last) + step))
}
