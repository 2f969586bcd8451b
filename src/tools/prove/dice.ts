import { chanceOf } from '../simulate/chance'

/** Random choices that are the same for the same seed. */
export interface Dice {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `count`. */
  whole(count: number): number
  pick<T>(list: readonly T[]): T
  /** True in `share` of the cases. */
  often(share: number): boolean
}

export function diceOf(seed: number): Dice {
  const next = chanceOf(seed)
  const whole = (count: number): number => Math.floor(next() * count)
  return {
    next,
    whole,
    often: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to choose from')
      return list[whole(list.length)] as T
    },
  }
}
