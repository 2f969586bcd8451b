import { parseArgs } from 'node:util'
import { engines, type Engine } from './campaign'

/** The parsed arguments. */
export interface Options {
  /** Names of campaigns; empty: all. */
  readonly names: readonly string[]
  /** Minutes of each run; null: until its goal is reached. */
  readonly minutes: number | null
  readonly seed: number
  /** Null: each campaign on the engines it is about. */
  readonly engine: Engine | null
}

/** Reads the arguments; throws a sentence about a wrong one. */
export function readOptions(args: readonly string[], known: readonly string[], seed: number): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string', default: String(seed) },
      engine: { type: 'string' },
    },
  })
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no campaign ${unknown}: they are ${known.join(', ')}.`)
  const minutes = values.minutes === undefined ? null : Number(values.minutes)
  if (minutes !== null && !(minutes > 0)) throw new Error(`--minutes must be a number above 0, not "${values.minutes}".`)
  if (!/^\d{1,9}$/.test(values.seed)) throw new Error(`--seed must be a whole number, not "${values.seed}".`)
  const engine = values.engine
  if (engine !== undefined && !isEngine(engine)) throw new Error(`--engine must be ${engines.join(' or ')}, not "${engine}".`)
  return { names: positionals, minutes, seed: Number(values.seed), engine: engine ?? null }
}

function isEngine(name: string): name is Engine {
  return (engines as readonly string[]).includes(name)
}
