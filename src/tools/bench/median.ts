/** The one in the middle; of an even count, the upper of the two. Infinity where there is none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Infinity
}
