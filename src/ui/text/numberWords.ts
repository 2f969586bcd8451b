/**
 * A number with grouped digits and at most six decimals: `1,284`, `−0.5`. Not by `Intl`, whose first formatter delays the first list: Chromium
 * reads the data of all its languages for it, which takes 50 ms of a processor that is not throttled.
 */
export function grouped(number: number): string {
  const [whole = '', decimals] = String(Number(number.toFixed(6)))
    .replace('-', '−')
    .split('.')
  const digits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}
