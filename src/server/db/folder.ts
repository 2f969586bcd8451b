import { constants, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite } from './pglite'

/** PostgreSQL's major version in this PGlite, which cannot open folders of another one. */
const POSTGRES_MAJOR = '18'

/** Folder of the database inside a data folder. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'db')
}

/**
 * Creates the database's folder unless there is one: a copy of the template, or an empty database without one. The data folder must exist.
 * Creates it under another name and renames it when complete, so that an aborted start leaves nothing that looks like a database.
 */
export async function prepareFolder(dataDir: string, template: string | null): Promise<string> {
  const folder = databaseFolder(dataDir)
  if (existsSync(folder)) {
    refuseOtherMajor(folder)
    return folder
  }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  if (template !== null && isTemplate(template)) copyFolder(template, unfinished)
  else await (await openPglite(unfinished)).close()
  renameSync(unfinished, folder)
  return folder
}

/** Whether `prepareFolder` may copy a folder. */
function isTemplate(folder: string): boolean {
  return majorOf(folder) === POSTGRES_MAJOR
}

/** Copies a closed database, by copy-on-write where the file system can. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

function refuseOtherMajor(folder: string): void {
  const major = majorOf(folder)
  if (major === POSTGRES_MAJOR) return
  throw new Error(
    major === null
      ? `${folder} is not a database: move it away, and the next start creates a new one`
      : `${folder} was written by PostgreSQL ${major} and this version of Frond has PostgreSQL ${POSTGRES_MAJOR}: use the version of Frond that wrote it`,
  )
}

function majorOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}
