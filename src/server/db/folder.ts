import { constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite } from './pglite'

/** The PostgreSQL in this version of PGlite; a folder of another one cannot be opened. */
const POSTGRES_MAJOR = '18'

/** Folder of the database inside a data folder. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'db')
}

/**
 * Makes the database's folder unless it is there: a copy of the template, or an empty database without one. It is made under another name
 * and renamed when complete, so that a start cut short leaves nothing that looks like a database.
 */
export async function prepareFolder(dataDir: string, template: string | null): Promise<string> {
  const folder = databaseFolder(dataDir)
  if (existsSync(folder)) {
    refuseOtherMajor(folder)
    return folder
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  if (template !== null && isTemplate(template)) copyFolder(template, unfinished)
  else await (await openPglite(unfinished)).close()
  renameSync(unfinished, folder)
  return folder
}

/** True for a folder that `prepareFolder` may copy. */
function isTemplate(folder: string): boolean {
  return majorOf(folder) === POSTGRES_MAJOR
}

/** Copies a closed database; where the file system can, without copying its blocks. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

function refuseOtherMajor(folder: string): void {
  const major = majorOf(folder)
  if (major === POSTGRES_MAJOR) return
  throw new Error(
    major === null
      ? `${folder} is not a database: move it away, and the next start makes a new one`
      : `${folder} was written by PostgreSQL ${major} and this version of Frond has PostgreSQL ${POSTGRES_MAJOR}: use the version it was written with`,
  )
}

function majorOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}
