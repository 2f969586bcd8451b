import { renameSync, rmSync } from 'node:fs'
import { migrations } from '../migrations'
import { migrate } from './migrate'
import { openPglite } from './pglite'

/**
 * Writes an empty, migrated database to `folder` during the build. Copying it takes half a second instead of four for a first start and for
 * each test file. An outdated template is harmless: opening a copy applies the missing migrations.
 */
export async function writeTemplate(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  const engine = await openPglite(unfinished)
  const connection = await engine.acquire()
  await migrate(connection, migrations)
  await connection.script('vacuum (full, analyze)')
  connection.release()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
