import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { root } from '../../../.scripts/root.mjs'
import { findCitus } from './cluster/citus'
import { startOnCitus, startOnPostgres } from './cluster/layouts'
import { measureLayouts } from './cluster/load'
import { linesOf, missedOf, type Sized } from './cluster/report'
import type { House } from './grow/fill'
import { wholeNumber } from './numbers'
import { withCleanup } from './tidy'

const options = {
  cluster: { type: 'boolean' },
  readings: { type: 'string', default: '1000000,10000000' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  batches: { type: 'string', default: '60' },
  citus: { type: 'string', default: process.env['CITUS_URL'] ?? '' },
} as const
const READINGS_MIN = 100_000

export const help = `npm run bench:grow -- --cluster [options]

Measures the ways to grow beyond one machine, on one, beside one process on one PostgreSQL: two and three processes, PgBouncer, a standby,
Citus on one worker and on two. Fails when a goal is not reached.

  --readings N,…  sizes (${options.readings.default})
  --rounds N      rounds (${options.rounds.default})
  --seconds N     seconds of each (${options.seconds.default})
  --batches N     batches that are stored (${options.batches.default})
  --citus URL     a coordinator of Citus that runs (CITUS_URL); without one Citus is left out`

/** Measures the layouts; answers the exit code, 1 when a goal was not reached. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const houses = housesOf(values.readings)
  const load = {
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    batches: wholeNumber('batches', values.batches),
  }
  const citus = values.citus === '' ? null : await findCitus(values.citus)
  if (citus === null) console.log('Citus is left out: name the coordinator of one that runs by --citus or CITUS_URL.')
  ensureBuilt()
  const sizes: Sized[] = []
  for (const house of houses)
    await withCleanup(async (later) => {
      const tell = (step: string): void => console.log(`${house.datapoints.toLocaleString('en')} readings: ${step}`)
      const layouts = await startOnPostgres(house, { later, tell })
      for (const workers of citus === null ? [] : [1, 2].filter((count) => count <= citus.workers.length))
        if (citus !== null) layouts.push(await startOnCitus(citus, workers, house, { later, tell }))
      tell('measuring')
      sizes.push({ readings: house.datapoints, speeds: await measureLayouts(layouts, load) })
    })
  for (const line of linesOf(sizes)) console.log(line)
  mkdirSync(join(root, 'reports'), { recursive: true })
  const written = sizes.map(({ readings, speeds }) => ({ readings, speeds: Object.fromEntries(speeds) }))
  writeFileSync(join(root, 'reports', 'grow-cluster.json'), JSON.stringify(written, null, 2))
  const missed = missedOf(sizes)
  if (missed.length > 0) console.log(`\nNot reached: ${missed.join('; ')}`)
  return missed.length === 0 ? 0 : 1
}

/** Sizes of houses: per reading a thousandth of a sensor and a ten-thousandth of a gateway. Throws a sentence for the user. */
export function housesOf(readings: string): House[] {
  return readings.split(',').map((text) => {
    const datapoints = /^\d+$/.test(text) ? Number(text) : 0
    if (datapoints < READINGS_MIN)
      throw new Error(`--readings must be whole numbers of ${READINGS_MIN.toLocaleString('en')} or more, not ${text}`)
    return { gateways: Math.ceil(datapoints / 10_000), sensors: Math.ceil(datapoints / 1000), datapoints }
  })
}
