/** A number with the digits before its point in groups, as the console writes it: `86,400`. Sentences of the contract name limits with it. */
export function grouped(number: number): string {
  return String(number).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ',')
}
