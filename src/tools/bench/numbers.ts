/** Reads a whole number of at least `min` from an option; throws a sentence about anything else. */
export function wholeNumber(option: string, text: string, min = 1): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min) return number
  throw new Error(`--${option} must be a whole number of ${min} or more, not ${text || 'nothing'}`)
}
