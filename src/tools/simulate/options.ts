import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../../.scripts/root.mjs'
import { baseUrl } from '../../server/process/environment'
import { adminEmail } from '../product'

const URL_GIVEN = 'http://127.0.0.1:4600'

interface Rule {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly whole?: boolean
}

/** The default and the range of each number. */
const numbers = {
  gateways: { value: 4, min: 1, max: 10_000, whole: true },
  sensors: { value: 6, min: 1, max: 1000, whole: true },
  every: { value: 10, min: 0, max: 86_400 },
  history: { value: 48, min: 0, max: 744 },
  rounds: { value: 0, min: 0, max: 1_000_000_000, whole: true },
  faults: { value: 0.02, min: 0, max: 1 },
  drift: { value: 0, min: -4_000_000_000, max: 4_000_000_000 },
  outages: { value: 0.01, min: 0, max: 1 },
  flood: { value: 0, min: 0, max: 10_000, whole: true },
  failures: { value: 0.02, min: 0, max: 1 },
  seed: { value: 1, min: 0, max: 4_294_967_295, whole: true },
} satisfies Record<string, Rule>

const rolloutWords = ['none', 'good', 'bad'] as const

/**
 * All options except the password, which comes from the environment. `rollout`: which firmware is rolled out to the gateways, if any. `existing`:
 * the server's own gateways are taken, in place of simulated ones.
 */
export type SimulateOptions = Readonly<
  Record<keyof typeof numbers, number> & {
    url: string
    email: string
    rollout: (typeof rolloutWords)[number]
    existing: boolean
  }
>

export const help = `npm run simulate -- [options]

  --url URL       the server, whose address may have a path (${URL_GIVEN})
  --email MAIL    an administrator (${adminEmail}); the password comes from SIMULATE_PASSWORD, or is the demo's own
  --gateways N    number of gateways (${numbers.gateways.value})
  --sensors N     sensors of each gateway (${numbers.sensors.value})
  --existing      uses the server's own gateways, in the order of their names, with their sensors, instead of new ones: goes on from the demo.
                  Each gets a new key, so the real device can no longer send; --gateways and --sensors then limit how many are used
  --every S       seconds between two posts of a gateway (${numbers.every.value}). Gateways that an earlier run created with a shorter time count as
                  offline between two posts
  --history H     hours of readings sent first, so that curves are not empty and yesterday's light is known (${numbers.history.value})
  --rounds N      posts of each gateway, after which the simulation ends; 0: it goes on (${numbers.rounds.value})
  --faults P      share of posts with a fault: sent twice, an impossible value, an unknown sensor, no JSON (${numbers.faults.value})
  --drift S       seconds by which the clock of every other gateway is fast, or slow with --drift=-S (${numbers.drift.value})
  --outages P     share of posts at which a gateway stops sending for a while; then it sends all that it has kept (${numbers.outages.value})
  --flood N       additional posts that the first gateway sends at once each time (${numbers.flood.value}); the server accepts 120 a minute
  --rollout Q     creates a firmware and rolls it out to them: good, or bad, with which no gateway starts (none); with --existing it goes to all
                  gateways of their hardwares
  --failures P    share of their updates that fail (${numbers.failures.value})
  --seed N        the same seed gives the same faults and outages (${numbers.seed.value})
  --help          prints this`

/** Reads the command's options; throws a sentence about a wrong one. */
export function optionsOf(args: readonly string[]): SimulateOptions {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const texts = Object.fromEntries(Object.keys(numbers).map((name) => [name, text])) as Record<keyof typeof numbers, typeof text>
  const { values } = parseArgs({
    args: [...args],
    options: { ...texts, url: text, email: text, rollout: text, existing: flag },
  })
  const { email = adminEmail, rollout: word = 'none', existing = false } = values
  const rollout = rolloutWords.find((known) => known === word)
  if (rollout === undefined) throw new Error(`--rollout must be ${rolloutWords.join(', ')}, not ${word || 'nothing'}`)
  if (email === '') throw new Error('--email must be an administrator’s address')
  const numberOf = (name: keyof typeof numbers): number => read(name, values[name], numbers[name])
  return {
    gateways: numberOf('gateways'),
    sensors: numberOf('sensors'),
    every: numberOf('every'),
    history: numberOf('history'),
    rounds: numberOf('rounds'),
    faults: numberOf('faults'),
    drift: numberOf('drift'),
    outages: numberOf('outages'),
    flood: numberOf('flood'),
    failures: numberOf('failures'),
    seed: numberOf('seed'),
    rollout,
    existing,
    url: baseUrl({ '--url': values.url }, '--url') ?? URL_GIVEN,
    email,
  }
}

/** Reads the administrator's password: the demo keeps the one it generated in its data folder. */
export function passwordOf(env: NodeJS.ProcessEnv): string {
  const password = env['SIMULATE_PASSWORD']
  if (password) return password
  const passwordFile = join(resolve(root, env['FROND_DATA_DIR'] ?? 'data'), 'admin-password')
  if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8').trim()
  throw new Error('Set SIMULATE_PASSWORD to the administrator’s password, or start the demo first by npm start')
}

function read(name: string, text: string | undefined, { value, min, max, whole = false }: Rule): number {
  if (text === undefined) return value
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (number >= min && number <= max && (!whole || Number.isInteger(number))) return number
  throw new Error(`--${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not ${text || 'nothing'}`)
}
