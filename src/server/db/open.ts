import { migrations } from '../migrations'
import type { Settings } from '../settings'
import type { Database } from './database'
import { databaseOver, type Connection, type Engine } from './engine'
import { prepareFolder } from './folder'
import { migrate } from './migrate'
import { openPglite } from './pglite'
import { connectPostgres, openPostgres } from './postgres'

/** Opens the database that the settings name, with its schema up to date. `template`: folder of an empty database to begin with. */
export async function openDatabase(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  options: { readonly template?: string | null } = {},
): Promise<Database> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl !== null) {
    await bringUpToDate(await connectPostgres(databaseUrl))
    return databaseOver(openPostgres(databaseUrl))
  }
  const engine = await openPglite(await prepareFolder(dataDir, options.template ?? null))
  return databaseOver(await migratedOrClosed(engine))
}

async function migratedOrClosed(engine: Engine): Promise<Engine> {
  try {
    await bringUpToDate(await engine.acquire())
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function bringUpToDate(connection: Connection): Promise<void> {
  try {
    await migrate(connection, migrations)
  } finally {
    connection.release()
  }
}
