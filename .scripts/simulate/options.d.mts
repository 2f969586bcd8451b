import type { SimulateOptions } from './simulate.d.mts'

export const help: string
export function optionsOf(args: readonly string[]): Omit<SimulateOptions, 'password'> | null
