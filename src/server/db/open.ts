import { migrations } from '../migrations'
import { namingDataFolder } from '../process/dataFolder'
import { createJobs, type Jobs } from '../process/jobs'
import type { Settings } from '../process/settings'
import type { Database } from './database'
import { databaseOver, type Connection } from './engine'
import { faultOf } from './faults'
import type { Addresses } from './fitness'
import { prepareFolder } from './folder'
import { lockFolder } from './lock'
import { startMaintenance } from './maintenance'
import { migrate } from './migrate'
import { openPglite } from './pglite'

/**
 * Where the database is: PGlite in `dataDir` without a `databaseUrl`. `publicUrl` identifies the holder of the folder to a second process.
 */
type Place = Pick<Settings, 'dataDir' | 'databaseUrl' | 'publicUrl'> &
  Partial<Pick<Settings, 'preparedStatements' | 'databaseReadUrl' | 'databaseListenUrl' | 'citus'>>

interface Options {
  /** Folder of an empty database to copy for a new one; see `template.ts`. */
  readonly template?: string | null
  /** Longest wait for PGlite's one connection, in milliseconds; tests on a busy machine wait longer than a person would. */
  readonly acquireMs?: number
  /** Records PGlite's maintenance and outages of the standby; omitted, nothing is recorded. */
  readonly jobs?: Jobs
}

/** Opens the database of the settings and migrates it. Locks PGlite's folder for this process until `close`. */
export function openDatabase(settings: Place, options: Options = {}): Promise<Database> {
  const {
    databaseUrl,
    databaseReadUrl = null,
    databaseListenUrl = null,
    preparedStatements: prepares = true,
    citus = false,
  } = settings
  if (databaseUrl === null) return openEmbedded(settings, options)
  return openServer({ databaseUrl, databaseReadUrl, databaseListenUrl, prepares }, citus, options)
}

async function openServer(addresses: Addresses, isCitus: boolean, { jobs = createJobs() }: Options): Promise<Database> {
  // Loads the PostgreSQL driver only when it is used.
  const [{ connectPostgres, openPostgres }, { refuseUnfit }, { unusable }] = await Promise.all([
    import('./postgres'),
    import('./fitness'),
    import('./clients'),
  ])
  const { databaseUrl, databaseReadUrl, databaseListenUrl, prepares } = addresses
  const citus = isCitus ? await import('./citus') : null
  const own = [databaseListenUrl ?? databaseUrl, databaseListenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'] as const
  await bringUpToDate(await connectPostgres(...own), {
    async before(here) {
      await refuseUnfit(addresses)
      await citus?.refuseWithoutCitus(here)
    },
    after: async (here) => citus?.spreadReadings(here),
  }).catch((error: unknown) => {
    throw faultOf(error) === null ? error : unusable(...own, error)
  })
  const primary = databaseOver(openPostgres(databaseUrl, { prepares, listenUrl: databaseListenUrl }))
  if (isCitus) {
    const { withWorkers } = await import('./workers')
    return withWorkers(primary, { coordinatorUrl: databaseListenUrl ?? databaseUrl, jobs })
  }
  if (databaseReadUrl === null) return primary
  const { withReplica } = await import('./replica')
  return withReplica(primary, databaseReadUrl, { prepares, jobs })
}

async function openEmbedded(
  { dataDir, publicUrl }: Place,
  { template = null, acquireMs, jobs = createJobs() }: Options,
): Promise<Database> {
  const undo: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const lock = await lockFolder(dataDir, publicUrl, { jobs })
    undo.push(() => lock.release())
    const engine = await openPglite(await prepareFolder(dataDir, template), acquireMs)
    undo.push(() => engine.close())
    await bringUpToDate(await engine.acquire())
    undo.push(startMaintenance(engine, jobs))
    return { ...databaseOver(engine), close }
  } catch (error) {
    // Only the first failure is reported: where the disk is full, closing fails for the same reason.
    await close().catch(() => undefined)
    throw namingDataFolder(dataDir, error)
  }
}

/** Steps on the migrating connection before and after the migrations. */
interface Steps {
  before(connection: Connection): Promise<void>
  after(connection: Connection): Promise<void>
}

async function bringUpToDate(connection: Connection, steps?: Steps): Promise<void> {
  try {
    await steps?.before(connection)
    await migrate(connection, migrations)
    await steps?.after(connection)
  } finally {
    connection.release()
  }
}
