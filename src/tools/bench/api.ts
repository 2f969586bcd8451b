// Rounds alternate, and the median counts. The processor time of a request, PostgreSQL's share included, says more than the clock on a
// machine that does other things too.
import autocannon from 'autocannon'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { ANALYTICS_PATH } from '../../contract/dashboard'
import { gateways } from '../../contract/gateways'
import { plants } from '../../contract/plants'
import { adminEmail, adminPassword, newFolder, startProduct } from '../product'
import { openPgliteEngine, openPostgresEngine, type Engine } from './grow/engines'
import { median } from './median'
import { wholeNumber } from './numbers'
import { processorOf, spentSince } from './processor'
import { withCleanup, type Later } from './tidy'

type Kind = 'postgres' | 'pglite'

/** The requests, and the least share of bare Fastify's requests a second that each engine must reach. */
const calls = [
  { name: 'gateways', path: `${gateways.listPath}?pageSize=25`, least: { postgres: 0.08, pglite: 0.025 } },
  { name: 'plants', path: `${plants.listPath}?pageSize=25`, least: { postgres: 0.12, pglite: 0.035 } },
  { name: 'analytics', path: ANALYTICS_PATH, least: { postgres: 0.3, pglite: 0.05 } },
] as const satisfies readonly { name: string; path: string; least: Readonly<Record<Kind, number>> }[]

const options = {
  engine: { type: 'string', default: 'both' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
} as const
const CONNECTIONS = 10

export const help = `npm run bench:api -- [options]

Measures requests a second of the API, by ${CONNECTIONS} connections, beside bare Fastify that answers the same bytes, over the demo's rows.
Fails below a target.

  --engine NAME  postgres, pglite or both (${options.engine.default})
  --rounds N     rounds (${options.rounds.default})
  --seconds N    seconds of each (${options.seconds.default})`

/** Measures the API; returns the exit code: 1 when a share is below its target. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const { engine } = values
  if (engine !== 'postgres' && engine !== 'pglite' && engine !== 'both')
    throw new Error(`--engine must be postgres, pglite or both, not ${engine}`)
  const kinds: readonly Kind[] = engine === 'both' ? ['postgres', 'pglite'] : [engine]
  const rounds: Rounds = { count: wholeNumber('rounds', values.rounds), seconds: wholeNumber('seconds', values.seconds) }
  ensureBuilt()
  let reached = true
  await withCleanup(async (later) => {
    for (const kind of kinds) reached = (await measureEngine(kind, rounds, later)) && reached
  })
  return reached ? 0 : 1
}

interface Rounds {
  readonly count: number
  readonly seconds: number
}

/** A server that gets the requests, and the processes that do the work. */
interface Server {
  readonly origin: string
  readonly processes: () => number[]
}

/** Requests a second, and microseconds of processor time of one. */
interface Speed {
  readonly perSecond: number
  readonly cpu: number
}

/** Measures one engine and prints it; false when a share is below its target. */
async function measureEngine(kind: Kind, rounds: Rounds, later: Later): Promise<boolean> {
  const dataDir = newFolder()
  const engine = kind === 'postgres' ? await openPostgresEngine(process.env['DATABASE_URL'] ?? null) : openPgliteEngine(dataDir)
  const stopEngine = later(() => engine.stop())
  const { frond, token, stop } = await startFrond(dataDir, engine, later)
  console.log(`\n${kind}, ${CONNECTIONS} connections: requests a second, and µs of processor time of one`)
  console.log(['', 'bare', 'Frond', 'share', 'target', 'bare µs', 'Frond µs', 'ratio'].map(cell).join(''))
  let reached = true
  for (const { name, path, least } of calls) {
    const { bare, ours } = await measureCall(frond, { path, token }, rounds, later)
    const share = ours.perSecond / bare.perSecond
    reached &&= share >= least[kind]
    const times = [bare.cpu, ours.cpu].map((cpu) => cpu.toFixed(0))
    const shares = [share.toFixed(3), `≥ ${least[kind]}`, ...times, (bare.cpu / ours.cpu).toFixed(3)]
    console.log([name, bare.perSecond.toFixed(0), ours.perSecond.toFixed(0), ...shares].map(cell).join(''))
  }
  await stop()
  await stopEngine()
  return reached
}

const cell = (text: string): string => text.padStart(11)

async function startFrond(dataDir: string, engine: Engine, later: Later) {
  const env = { ...engine.env, FROND_ACCESS_TOKEN_S: '43200' }
  const product = await startProduct({ dataDir, env })
  const stop = later(() => product.stop())
  const { origin, pid } = product
  const body = JSON.stringify({ email: adminEmail, password: adminPassword, role: 'admin' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/v1/users/login`, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { result: { token: string } }
  const frond: Server = { origin, processes: () => (engine.local ? [pid, ...engine.processes()] : []) }
  return { frond, token: result.token, stop }
}

async function measureCall(frond: Server, { path, token }: { path: string; token: string }, rounds: Rounds, later: Later) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${frond.origin}${path}`, { headers })
  const { bare, stop } = await startBare(path, await answer.text(), later)
  const all: Record<'bare' | 'ours', Speed[]> = { bare: [], ours: [] }
  // Warms both up before the first round.
  for (const server of [bare, frond]) await speedOf(server, { path, headers }, 1)
  for (let round = 0; round < rounds.count; round += 1) {
    all.bare.push(await speedOf(bare, { path, headers }, rounds.seconds))
    all.ours.push(await speedOf(frond, { path, headers }, rounds.seconds))
  }
  await stop()
  return { bare: medians(all.bare), ours: medians(all.ours) }
}

/** Starts bare Fastify in a process of its own; it answers this body and nothing else. */
async function startBare(path: string, body: string, later: Later) {
  const child = fork(join(import.meta.dirname, 'bare.js'), [path])
  const ended = once(child, 'exit')
  const stop = later(async () => {
    child.kill()
    await ended
  })
  child.send(body)
  const [origin] = (await once(child, 'message')) as [string]
  const bare: Server = { origin, processes: () => (child.pid === undefined ? [] : [child.pid]) }
  return { bare, stop }
}

interface BenchRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

async function speedOf({ origin, processes }: Server, { path, headers }: BenchRequest, duration: number): Promise<Speed> {
  const before = processorOf(processes())
  const { requests, non2xx, errors } = await autocannon({
    url: `${origin}${path}`,
    headers,
    connections: CONNECTIONS,
    duration,
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} answers were no success, and ${errors} requests failed`)
  return { perSecond: requests.total / duration, cpu: (spentSince(before, processes()) * 1000) / requests.total }
}

function medians(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    cpu: median(speeds.map(({ cpu }) => cpu)),
  }
}
