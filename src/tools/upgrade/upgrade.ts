import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EVENTS_PATH } from '../../contract/constants'
import { ANALYTICS_PATH, ATTENTION_PATH, TRENDS_PATH } from '../../contract/dashboard'
import { humidityGroups } from '../../contract/humidityGroups'
import { resources } from '../../contract/index'
import { createPath, type Resource } from '../../contract/resource'
import type { Later } from '../bench/tidy'
import { createNamer, sampleDraft } from '../conformance/samples'
import { openStream } from '../conformance/stream'
import { startPostgres } from '../postgres'
import { adminEmail, adminPassword, startProduct, type Product } from '../product'
import { createFindings, type Finding } from '../prove/findings'
import { clientOf, jsonRequest, type Client } from '../prove/http'
import { compare } from '../prove/kills/book'
import { startWriters, type Writers } from '../prove/kills/writers'
import { resultOf, SECRET, signIn } from '../prove/stage'
import { createBalancer } from './balancer'
import { migrationsIn, type Version } from './versions'

interface Versions {
  readonly before: Version
  readonly after: Version
}

interface How {
  readonly later: Later
  readonly say: (text: string) => void
  /** Seconds of requests to each mixture of versions. */
  readonly seconds: number
  /** Whether to run the conformance check with both versions running. */
  readonly conformance: boolean
}

/** The result of an upgrade. */
export interface Proof {
  readonly findings: readonly Finding[]
  readonly responses: number
  readonly acknowledged: number
}

/**
 * Upgrades two processes from one version to another, in turn, on a throwaway PostgreSQL and under requests that are sent once. A request
 * that fails, a write that is lost and a change that does not reach the other version are findings.
 */
export async function proveUpgrade({ before, after }: Versions, { later, say, seconds, conformance }: How): Promise<Proof> {
  const cluster = await startPostgres()
  if (cluster === null) throw new Error('There are no PostgreSQL programs on this machine: install PostgreSQL 15 or later.')
  later(() => cluster.stop())
  const findings = createFindings()
  const balancer = createBalancer(findings)
  later(async () => balancer.stop())
  const start = async ({ folder }: Version): Promise<Product> => {
    const product = await startProduct({ checkout: folder, env: { ...environment, DATABASE_URL: cluster.url } })
    later(() => product.stop('SIGKILL'))
    await balancer.add(product.origin)
    return product
  }
  const soak = () => sleep(seconds * 1000)

  say(`Before: ${before.name}, after: ${after.name}. New migrations: ${newMigrations(before, after)}.`)
  const first = await start(before)
  const last = await start(before)
  const { token } = await signIn(balancer)
  const writers = await startWriters({ seed: 1, findings }, balancer, token)
  const stopReading = later(startReader(balancer, token))
  await soak()

  say('The first process of the version after starts, and migrates, beside two of the version before.')
  const next = await start(after)
  await soak()
  await receivesAcross(last, next, token, findings)
  await receivesAcross(next, last, token, findings)

  say('One of the version before ends; one of the version after takes its place.')
  await end(first, findings)
  await start(after)
  await soak()
  if (conformance) {
    say('Each version is asked every call of its own contract while the other one runs.')
    await conforms(before, last, findings)
    await conforms(after, next, findings)
  }

  say('The last one of the version before ends.')
  await end(last, findings)
  await soak()
  await stopReading()
  await writers.stop()
  await judge(writers, findings)
  return { findings: findings.all(), responses: balancer.responses(), acknowledged: writers.acknowledged() }
}

const namer = createNamer('upgrade')

/** As in production, except that anybody may sign up, which the conformance check does. */
const environment = {
  NODE_ENV: 'production',
  FROND_SECRET: SECRET,
  FROND_ADMIN_EMAIL: adminEmail,
  FROND_REGISTRATION: 'open',
  // Sessions outlast the proof.
  FROND_ACCESS_TOKEN_S: '43200',
}

function newMigrations(before: Version, after: Version): string {
  const known = migrationsIn(before)
  const added = migrationsIn(after).filter((name) => !known.includes(name))
  return added.length === 0 ? 'none' : added.join(', ')
}

/** Reads every list and the dashboard in turn, until the returned function is called. */
function startReader(client: Client, token: string): () => Promise<void> {
  const ending = new AbortController()
  const paths = [
    ...(resources as readonly Resource[])
      .filter(({ ops }) => ops.includes('list'))
      .map(({ listPath }) => `${listPath}?pageSize=50`),
    ANALYTICS_PATH,
    ATTENTION_PATH,
    TRENDS_PATH,
  ]
  async function read(): Promise<void> {
    for (let n = 0; !ending.signal.aborted; n += 1)
      // The balancer records failures.
      await client.ask(jsonRequest('GET', paths[n % paths.length] ?? '', { token })).catch(() => undefined)
  }
  const work = read()
  return async () => {
    ending.abort()
    await work
  }
}

/** Checks that a page open at one process receives the changes written at another. */
async function receivesAcross(listening: Product, writing: Product, token: string, findings: ReturnType<typeof createFindings>) {
  const open = (signal: AbortSignal) =>
    fetch(`${listening.origin}${EVENTS_PATH}`, { headers: { authorization: `Bearer ${token}` }, signal })
  const stream = await openStream(open, 10_000)
  await stream.until(({ event }) => event === 'ready')
  const client = clientOf(writing.origin, 1)
  const body = sampleDraft(humidityGroups, namer, {})
  const { id } = await resultOf<{ id: string }>(client, jsonRequest('POST', createPath(humidityGroups), { token, body }))
  if ((await stream.until(({ data }) => data.includes(id))) === null)
    findings.add('an open page did not receive a change', 'GET /api/v1/events', `${listening.output()}\n${writing.output()}`)
  stream.close()
  client.stop()
}

async function end(product: Product, findings: ReturnType<typeof createFindings>): Promise<void> {
  await product.stop()
  if ((await product.exited) !== 0) findings.add('a process did not end well', 'SIGTERM', product.output())
}

async function conforms({ name, folder }: Version, { origin }: Product, findings: ReturnType<typeof createFindings>) {
  const args = ['conformance', '--url', origin, '--email', adminEmail, '--yes', '--quiet']
  const check = spawn(process.execPath, [join(folder, '.scripts/tool.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, CONFORMANCE_PASSWORD: adminPassword },
  })
  let output = ''
  for (const stream of [check.stdout, check.stderr]) stream.on('data', (text) => (output += String(text)))
  const [code] = (await once(check, 'close')) as [unknown]
  if (code !== 0) findings.add('a call differs from the contract', name, output)
}

async function judge(writers: Writers, findings: ReturnType<typeof createFindings>): Promise<void> {
  const created = compare(writers.created, await writers.seenCreated())
  const changed = compare(writers.changed, await writers.seenChanged())
  const lost = [...created.lost, ...changed.lost]
  if (lost.length > 0) findings.add('an acknowledged write was lost', 'rows', lost.join('\n'))
  if (created.twice.length > 0) findings.add('a write is there twice', 'rows', created.twice.join('\n'))
  const missing = await writers.missingReadings()
  if (missing > 0) findings.add('an acknowledged reading was lost', 'POST /api/v1/datapoints', String(missing))
}
