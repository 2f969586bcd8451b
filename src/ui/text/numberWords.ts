const format = new Intl.NumberFormat('en')

/** A whole number with grouped digits: `1,284`. */
export function grouped(number: number): string {
  return format.format(number)
}
