import { migrations } from '../migrations'
import type { Settings } from '../settings'
import type { Database } from './database'
import { databaseOver, type Connection } from './engine'
import { migrate } from './migrate'
import { openPglite } from './pglite'
import { connectPostgres, openPostgres } from './postgres'

/** Opens the database that the settings name, with its schema up to date. */
export async function openDatabase(settings: Pick<Settings, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  if (settings.databaseUrl !== null) {
    await migrated(await connectPostgres(settings.databaseUrl))
    return databaseOver(openPostgres(settings.databaseUrl))
  }
  const engine = await openPglite(`${settings.dataDir}/db`)
  await migrated(await engine.acquire())
  return databaseOver(engine)
}

async function migrated(connection: Connection): Promise<void> {
  try {
    await migrate(connection, migrations)
  } finally {
    connection.release()
  }
}
