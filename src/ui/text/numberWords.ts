/**
 * A number with grouped digits and at most six decimals: `1,284`, `−0.5`. Not by `Intl`, whose first formatter delays the first list: Chromium
 * reads the data of all its languages for it, which took about 40 ms, and 200 on a processor four times slower.
 */
export function grouped(number: number): string {
  const [whole = '', decimals] = String(Number(number.toFixed(6)))
    .replace('-', '−')
    .split('.')
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

/** Replaces the comma of a number like `5,5` by a point. Without `always`, `1,200` stays as it is, which may be twelve hundred. */
export function withDecimalPoint(text: string, always = false): string {
  if (!always && /^[-+−]?[1-9]\d{0,2},\d{3}$/.test(text)) return text
  return text.replace(/^([-+−]?\d*),(\d*(?:e[-+]?\d+)?)$/i, '$1.$2')
}
