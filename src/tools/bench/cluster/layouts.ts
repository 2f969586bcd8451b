// Starts the layouts of Frond that are compared: all of them run at once, and get requests in turns.
import { openPostgresEngine, servedBy } from '../grow/engines'
import { fill, type Filled, type House } from '../grow/fill'
import { createSource } from '../grow/ingest'
import { adminEmail, adminPassword, newFolder, startProduct } from '../../product'
import { roleSettings, startPooler } from '../../pooler'
import { startPostgres, startStandby } from '../../postgres'
import type { Later } from '../tidy'
import { createCitusDatabase, type CitusCluster } from './citus'

/** A way to run Frond. */
export interface Layout {
  readonly name: string
  readonly origins: readonly string[]
  readonly token: string
  readonly filled: Filled
  readonly take: ReturnType<typeof createSource>
  /** The processes that do its work, those of databases too; empty where these run on another machine. */
  processes(): number[]
}

/** Where layouts are started, and where progress is printed. */
export interface Site {
  readonly later: Later
  readonly tell: (step: string) => void
}

const env = {
  FROND_DEMO: '0',
  FROND_ADMIN_EMAIL: adminEmail,
  FROND_ACCESS_TOKEN_S: '43200',
  FROND_SECRET: 'a secret for a bench, and for this one only',
}

/** Frond on one PostgreSQL: one process, two, three; one through PgBouncer; one with a standby. */
export async function startOnPostgres(house: House, { later, tell }: Site): Promise<Layout[]> {
  const primary = await startPostgres()
  if (primary === null) throw new Error('There are no PostgreSQL programs on this machine')
  later(() => primary.stop())
  const filled = await furnished(primary.url, house, tell)
  const take = createSource({ ...house, ...filled })
  const standby = await startStandby(primary)
  later(() => standby.stop())
  const engine = await openPostgresEngine(primary.url)
  const connection = await engine.connect()
  for (const setting of roleSettings) await connection.query(`alter role frond set ${setting}`)
  await connection.close()
  const direct = { DATABASE_URL: primary.url }
  const [first, second, third] = [await started(direct, later), await started(direct, later), await started(direct, later)]
  const layout = async (name: string, servers: readonly Server[], others: () => number[] = () => []): Promise<Layout> => ({
    name,
    origins: servers.map(({ origin }) => origin),
    token: await signedIn(servers),
    filled,
    take,
    processes: () => [...servers.map(({ pid }) => pid), ...engine.processes(), ...others()],
  })
  const layouts = [
    await layout('PostgreSQL', [first]),
    await layout('2 processes', [first, second]),
    await layout('3 processes', [first, second, third]),
  ]
  const pooler = await startPooler(primary.url)
  if (pooler === null) console.log('PgBouncer is left out: its program is not on this machine.')
  else {
    later(() => pooler.stop())
    const prepared = pooler.keepsStatements ? '1' : '0'
    const through = { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: primary.url, FROND_PREPARED_STATEMENTS: prepared }
    layouts.push(await layout('PgBouncer', [await started(through, later)], () => pooler.processes()))
  }
  const withReplica = await started({ ...direct, DATABASE_READ_URL: standby.url }, later)
  return [...layouts, await layout('a standby', [withReplica], () => standby.processes())]
}

/** Frond on a Citus cluster with this many of its workers. It is filled before its tables are distributed. */
export async function startOnCitus(cluster: CitusCluster, workers: number, house: House, { later, tell }: Site): Promise<Layout> {
  const database = await createCitusDatabase(cluster, workers)
  later(() => database.drop())
  const [url] = database.urls
  const filled = await furnished(url, house, tell)
  tell(`spreading over ${workers} of its workers`)
  const server = await started({ DATABASE_URL: url, FROND_CITUS: '1' }, later)
  const served = await Promise.all(database.urls.map(servedBy))
  return {
    name: `Citus, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    origins: [server.origin],
    token: await signedIn([server]),
    filled,
    take: createSource({ ...house, ...filled }),
    processes: () => (served.includes(null) ? [] : [server.pid, ...served.flatMap((each) => each?.() ?? [])]),
  }
}

interface Server {
  readonly origin: string
  readonly pid: number
}

async function started(database: Readonly<Record<string, string>>, later: Later): Promise<Server> {
  const product = await startProduct({ dataDir: newFolder(), env: { ...env, ...database } })
  later(() => product.stop())
  return product
}

/** Fills the database; a server that is started and stopped before creates the schema. */
async function furnished(url: string, house: House, tell: (step: string) => void): Promise<Filled> {
  const server = await startProduct({ dataDir: newFolder(), env: { ...env, DATABASE_URL: url } })
  await server.stop()
  return fill(await openPostgresEngine(url), house, tell)
}

async function signedIn([server]: readonly Server[]): Promise<string> {
  const body = JSON.stringify({ email: adminEmail, password: adminPassword, role: 'admin' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server?.origin}/api/v1/users/login`, { method: 'POST', headers, body })
  return ((await answer.json()) as { result: { token: string } }).result.token
}
