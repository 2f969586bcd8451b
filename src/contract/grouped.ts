/**
 * A number with the digits before its point in groups, and a minus sign: `86,400`, `−12,000`. For the limits in the contract's sentences, which
 * server and console share; what the console shows is written by the kit's own `grouped`, because the kit knows no contract.
 */
export function grouped(number: number): string {
  return String(number)
    .replace('-', '−')
    .replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** A count with its noun, in the server's sentences: `1 gateway`, `1,284 gateways`. */
export function counted(count: number, nouns: { readonly one: string; readonly many: string }): string {
  return `${grouped(count)} ${count === 1 ? nouns.one : nouns.many}`
}

/** The labels of fields in a sentence: `Name`; `Vendor, model and revision`. */
export function allOf([first = '', ...others]: readonly string[]): string {
  const words = [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))]
  return words.length === 1 ? first : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}
