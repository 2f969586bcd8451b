import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../postgres'
import type { Product } from '../../product'
import { freePort } from '../../freePort'
import type { Campaign, Run } from '../campaign'
import { clientOf } from '../http'
import { openStage, signIn, type Stage } from '../stage'
import { compare } from './book'
import { startFleet } from './fleet'
import { startWriters, type Writers } from './writers'

const WHOLE = 200
/** Kills between two comparisons of stored and acknowledged rows. */
const COMPARE = 20
/** Milliseconds within which the server must be ready again after a kill of its database. */
const RECOVER_MS = 60_000
/**
 * Longest pause between two kills, in milliseconds. A long one, in a share of the cases, lets the server's job advance rollouts: it runs
 * every five seconds.
 */
const CALM_MS = { short: 700, long: 7000 }
const LONG_SHARE = 0.2

export const kills: Campaign = {
  name: 'kills',
  about:
    'kill −9 of the server, at work and at its start, and of the database, under writers who insist and gateways that update.',
  goal: `${WHOLE} kills on each engine; nothing acknowledged is lost or there twice, each gateway has the firmware meant for it, every start succeeds.`,
  engines: ['pglite', 'postgres'],
  async run(run) {
    const stage = await openStage(run)
    const port = await freePort()
    // Sessions outlast the campaign.
    const start = (spawned?: (pid: number) => void) =>
      stage.start({ FROND_DEMO: '0', FROND_ACCESS_TOKEN_S: '43200' }, port, spawned)
    let product = await start()
    const [client, gateways] = [clientOf(product.origin, 8), clientOf(product.origin, 8)]
    run.later(async () => client.stop())
    run.later(async () => gateways.stop())
    const { token } = await signIn(client)
    const writers = await startWriters(run, client, token)
    const fleet = await startFleet(run, gateways, token)
    const counts: Record<string, number> = {
      kills: 0,
      'of the server': 0,
      'at its start': 0,
      'of a connection': 0,
      'of the database': 0,
    }
    while ((counts['kills'] ?? 0) < WHOLE && !run.isOver()) {
      await progress(writers)
      await sleep(run.dice.whole(run.dice.often(LONG_SHARE) ? CALM_MS.long : CALM_MS.short))
      const kind = kindOf(run, stage.cluster)
      counts['kills'] = (counts['kills'] ?? 0) + 1
      counts[kind] = (counts[kind] ?? 0) + 1
      product = await kill(run, { stage, product, start }, kind)
      if (counts['kills'] % COMPARE === 0) {
        await judge(run, writers)
        run.say(`  ${counts['kills']} kills, ${writers.acknowledged()} writes acknowledged, ${fleet.rollouts()} rollouts ended`)
      }
    }
    await writers.stop()
    await fleet.stop()
    await judge(run, writers)
    const missing = await writers.missingReadings()
    if (missing > 0)
      run.findings.add('an acknowledged reading was lost', 'POST /api/v1/datapoints', `${missing} of ${writers.measured.size}`)
    return { ...counts, 'writes acknowledged': writers.acknowledged(), 'rollouts ended': fleet.rollouts() }
  },
}

type Kind = 'of the server' | 'at its start' | 'of a connection' | 'of the database'

function kindOf({ dice }: Run, cluster: Cluster | null): Kind {
  if (cluster === null) return dice.often(0.25) ? 'at its start' : 'of the server'
  return dice.pick<Kind>(['of the server', 'of the server', 'at its start', 'of a connection', 'of the database'])
}

interface Running {
  readonly stage: Stage
  readonly product: Product
  readonly start: (spawned?: (pid: number) => void) => Promise<Product>
}

/** Kills the server or a part of the database and restarts it; returns the running product. */
async function kill(run: Run, { stage, product, start }: Running, kind: Kind): Promise<Product> {
  const { cluster } = stage
  if (kind === 'of a connection' && cluster !== null) {
    killSome(run, cluster)
    await recovered(run, product)
  } else if (kind === 'of the database' && cluster !== null) {
    await killAll(cluster)
    await cluster.resume()
  } else {
    await product.stop('SIGKILL')
    if (kind === 'at its start') {
      const within = run.dice.whole(1500)
      let killing: NodeJS.Timeout | undefined
      await start((pid) => (killing = setTimeout(() => signal(pid), within))).then(
        (early) => early.stop('SIGKILL'),
        () => undefined,
      )
      // A server that started sooner is dead already.
      clearTimeout(killing)
    }
    return started(run, start, kind)
  }
  return product
}

/** Waits for another acknowledged write, at most RECOVER_MS: killing a server that has not yet answered proves nothing. */
async function progress(writers: Writers): Promise<void> {
  const [before, end] = [writers.acknowledged(), Date.now() + RECOVER_MS]
  while (writers.acknowledged() === before && Date.now() < end) await sleep(20)
}

async function started(run: Run, start: Running['start'], kind: Kind): Promise<Product> {
  try {
    return await start()
  } catch (error) {
    run.findings.add('a start failed', `after a kill ${kind}`, String(error))
    return start()
  }
}

/** Kills one process of the database: PostgreSQL then ends all others and recovers by itself. */
function killSome({ dice }: Run, cluster: Cluster): void {
  const [, ...children] = cluster.processes()
  if (children.length > 0) signal(dice.pick(children))
}

/** Waits until PostgreSQL and then the server recover by themselves; a kill before that would hit the same recovery. */
async function recovered({ findings }: Run, { origin }: Product): Promise<void> {
  const end = Date.now() + RECOVER_MS
  // Gives PostgreSQL time to go down first.
  await sleep(100)
  while (Date.now() < end) {
    // Nothing answers while the database is away; if that lasts, the finding below reports it.
    if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return
    await sleep(50)
  }
  findings.add('the server does not come back', 'after a kill of a connection', `not ready within ${RECOVER_MS / 1000} s`)
}

async function killAll(cluster: Cluster): Promise<void> {
  const all = cluster.processes()
  for (const pid of all) signal(pid)
  while (all.some(isThere)) await sleep(10)
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has just exited by itself.
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Compares the stored rows with the acknowledged ones. */
export async function judge({ findings }: Pick<Run, 'findings'>, writers: Writers): Promise<void> {
  const kinds = [
    ['created', compare(new Map(writers.created), await patiently(writers.seenCreated))],
    ['changed', compare(new Map(writers.changed), await patiently(writers.seenChanged))],
  ] as const
  for (const [kind, { lost, twice }] of kinds) {
    if (lost.length > 0) findings.add('an acknowledged write was lost', `a row that was ${kind}`, lost.join('\n'))
    if (twice.length > 0) findings.add('a write is there twice', `a row that was ${kind}`, twice.join('\n'))
  }
}

/** Retries, because a database that was just killed may still be recovering. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(200)
    }
  }
}
