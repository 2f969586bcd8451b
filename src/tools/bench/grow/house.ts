import { openDatabase } from '../../../server/db/open'
import { rollUp } from '../../../server/telemetry/rollups'
import { adminEmail, startProduct, type Product } from '../../product'
import { median } from '../median'
import { memoryOf, processorOf, spentSince } from '../processor'
import type { Later } from '../tidy'
import type { Connection, Engine } from './engines'
import { fill, type Filled, type House } from './fill'
import { AT_ONCE, callsOf, copy, createSource, insert, post, type Batch } from './ingest'
import { dashboard, measureReads, readsOf, type Target, type Read } from './reads'

/** Where a house is built, what must be undone afterwards, and where progress is printed. */
export interface Site {
  readonly engine: Engine
  readonly dataDir: string
  readonly later: Later
  readonly tell: (step: string) => void
}

/** How much is measured: rounds of storing, batches of each, runs of each read. */
export interface Load {
  readonly rounds: number
  readonly batches: number
  readonly runs: number
}

/** The ways to store: past the API by COPY or by inserts, through it as a gateway or as a repeater does. */
export type Way = 'copy' | 'insert' | 'gateway' | 'repeater'
/** Readings a second, and milliseconds of processor time of a batch: in all, and the database's part. */
interface Stored {
  readonly perSecond: number
  readonly cpu: number
  readonly database: number
}

/** What was measured in a house. */
export interface Result {
  readonly house: House
  /** Seconds. */
  readonly fillS: number
  readonly ingest: Readonly<Record<Way, Stored>>
  readonly reads: readonly Read[]
  /** Megabytes of the server. */
  readonly memory: { readonly started: number; readonly afterReads: number; readonly now: number; readonly most: number }
  /** Readings stored past the API into the same table. */
  readonly past: number
  /** Readings by the server's counters, and by counting rows; bytes of the database. */
  readonly counted: number
  readonly there: number
  readonly bytes: number
  /** Seconds. */
  readonly rollUp: number
}

/** Builds a house in the empty database of a site; returns what was measured in it. */
export async function measureHouse(site: Site, house: House, load: Load): Promise<Result> {
  const { engine, dataDir, tell } = site
  const { start, filled, fillS } = await furnish(site, house)
  const result = await measureAll({ engine, start, tell }, { ...house, ...filled }, load)
  tell('looking at what it came to')
  const after = { ...(await countsOf(engine)), rollUp: await rolledUp(dataDir, engine.env.DATABASE_URL ?? null) }
  return { house, fillS, ...result, ...after }
}

/** Builds a house and measures only its dashboard. */
export async function measureDashboard(site: Site, house: House, { runs }: Pick<Load, 'runs'>): Promise<Read[]> {
  const { start } = await furnish(site, house)
  const product = await start()
  site.tell('reading the dashboard')
  const reads = await measureReads(targetOf(product, site.engine), dashboard(), runs)
  await product.stop()
  return reads
}

/** Returns how to start its server, and what `fill` reports. */
async function furnish(
  { engine, dataDir, later, tell }: Site,
  house: House,
): Promise<{ start(): Promise<Product>; filled: Filled; fillS: number }> {
  const env = { ...engine.env, FROND_DEMO: '0', FROND_ADMIN_EMAIL: adminEmail, FROND_ACCESS_TOKEN_S: '43200' }
  const start = async (): Promise<Product> => {
    const product = await startProduct({ dataDir, env })
    return { ...product, stop: later(() => product.stop()) }
  }
  tell('its schema')
  await (await start()).stop()
  const began = performance.now()
  const filled = await fill(engine, house, tell)
  return { start, filled, fillS: (performance.now() - began) / 1000 }
}

function targetOf({ origin, pid }: Product, engine: Engine): Target {
  return { origin, processes: () => (engine.local ? [pid, ...engine.processes()] : []) }
}

type Furnished = House & Filled

async function measureAll(
  { engine, start, tell }: Pick<Site, 'engine' | 'tell'> & { start(): Promise<Product> },
  house: Furnished,
  { rounds, batches, runs }: Load,
) {
  const beside = await engine.beside(AT_ONCE)
  const product = await start()
  const target = targetOf(product, engine)
  const started = memoryOf(product.pid).now
  tell('reading')
  const reads = await measureReads(target, readsOf(house), runs)
  const afterReads = memoryOf(product.pid).now
  const ingest = await measureIngest({ engine, beside, product, tell }, house, { rounds, batches })
  reads.splice(1 + dashboard().length, 0, ...(await measureReads(target, dashboard(' after all that came in'), runs)))
  const memory = { started, afterReads, ...memoryOf(product.pid) }
  await product.stop()
  for (const connection of beside) await connection.close()
  // By a COPY and by inserts.
  return { ingest, reads, memory, past: engine.shared ? 2 * rounds * batches * 500 : 0 }
}

/** Stores readings past the API and through it, in rounds; returns what either costs. */
async function measureIngest(
  { engine, beside, product, tell }: Pick<Site, 'engine' | 'tell'> & { beside: readonly Connection[]; product: Product },
  house: Furnished,
  { rounds, batches }: Pick<Load, 'rounds' | 'batches'>,
): Promise<Record<Way, Stored>> {
  const take = createSource(house)
  const [first] = beside
  if (first === undefined) throw new Error('There is no connection past the API')
  const through = (made: readonly Batch[]): Promise<number> => post(product.origin, made)
  const ways: Record<Way, { pid: number; store(made: readonly Batch[]): Promise<number> }> = {
    copy: { pid: process.pid, store: (made) => copy(first, made, house.sensorIds) },
    insert: { pid: process.pid, store: (made) => insert(beside, made, house.sensorIds) },
    gateway: { pid: product.pid, store: through },
    repeater: { pid: product.pid, store: through },
  }
  const all: Record<Way, Stored[]> = { copy: [], insert: [], gateway: [], repeater: [] }
  tell('a call of each gateway')
  await post(product.origin, callsOf(house))
  // Measures in turns without other work: the first store after another is faster. The repeater is last, because its batches leave rows that
  // are not vacuumed by the next round.
  for (const together of [['insert', 'gateway'], ['copy'], ['repeater']] as const)
    for (let round = 0; round < rounds; round += 1) {
      tell(`storing by ${together.join(' and ')}, round ${round + 1} of ${rounds}`)
      for (const name of together) {
        const { pid, store } = ways[name]
        const made = take(name === 'repeater' ? name : 'gateway', batches)
        const { answer: perSecond, cpu, database } = await spentOn(engine, pid, () => store(made))
        all[name].push({ perSecond, cpu: cpu / batches, database: database / batches })
      }
    }
  const { copy: byCopy, insert: byInsert, gateway, repeater } = all
  return { copy: medians(byCopy), insert: medians(byInsert), gateway: medians(gateway), repeater: medians(repeater) }
}

/** Milliseconds of processor time that some work takes: in all, and PostgreSQL's part of it. `pid` is the client's. */
async function spentOn<T>(
  engine: Engine,
  pid: number,
  work: () => Promise<T>,
): Promise<{ answer: T; cpu: number; database: number }> {
  const processes = (): number[] => (engine.local ? engine.processes() : [])
  const before = processorOf([pid, ...processes()])
  const answer = await work()
  const database = spentSince(before, processes())
  return { answer, cpu: engine.local ? spentSince(before, [pid]) + database : 0, database }
}

/** Compares the server's counters with the rows. */
async function countsOf(engine: Engine): Promise<Pick<Result, 'counted' | 'there' | 'bytes'>> {
  const connection = await engine.connect()
  const [counts] = await connection.query<{ counted: string; there: string; bytes: string }>(`
    select (select sum(datapoint_count) from sensor_stats)::text as counted,
      (select count(*) from datapoints where sensor_id in (select id from sensors))::text as there,
      pg_database_size(current_database())::text as bytes`)
  await connection.close()
  return { counted: Number(counts?.counted), there: Number(counts?.there), bytes: Number(counts?.bytes) }
}

/** Seconds that the server's next roll-up of all new readings takes. */
async function rolledUp(dataDir: string, url: string | null): Promise<number> {
  const db = await openDatabase({ dataDir, databaseUrl: url, publicUrl: '' })
  const began = performance.now()
  await rollUp(db).catch((error: unknown) => console.log(`Rolling up failed: ${String(error)}`))
  const seconds = (performance.now() - began) / 1000
  await db.close()
  return seconds
}

function medians(results: readonly Stored[]): Stored {
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    cpu: median(results.map(({ cpu }) => cpu)),
    database: median(results.map(({ database }) => database)),
  }
}
