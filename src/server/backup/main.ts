import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { grouped } from '../../contract/grouped'
import type { DatabaseSetting } from '../db/clients'
import { transact, type Connection } from '../db/engine'
import { databaseFolder } from '../db/folder'
import { databaseNameOf } from '../db/hosts'
import { lockFolder } from '../db/lock'
import { openPglite } from '../db/pglite'
import { settingsError, type Environment } from '../process/environment'
import { messageOf } from '../process/messageOf'
import { OTHER_SECRET } from '../process/secrets'
import { parseSettings } from '../process/settings'
import { writeBackup } from './dump'
import { requestBackup } from './requests'
import { restoreBackup, type Restored } from './restore'

const USAGE = `npm run backup -- FILE      writes all rows of one moment into FILE; the server may keep running
npm run restore -- FILE     fills an empty database from FILE and runs the migrations; the server must not run

The database is that of DATABASE_URL or FROND_DATA_DIR: set them to the server's values. A backup of one engine can be restored into the
other. It contains password hashes: keep it as safe as the database.

While an embedded database is backed up, calls of its server wait, and those that wait for more than four seconds are answered 503.

It does not contain FROND_SECRET, so set the same one where you restore it; where none was set, it is in the file secret of FROND_DATA_DIR.
With another one, ${OTHER_SECRET}.`

// By itself a signal would end the process without its exit, at which an unfinished file is deleted.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
const [command = '', ...args] = process.argv.slice(2)
try {
  console.log(await run(command, args, process.env))
} catch (error) {
  console.error(`Nothing was ${command === 'restore' ? 'restored' : 'written'}. ${messageOf(error)}.`)
  process.exitCode = 1
}

/** Runs the command; returns the text to print. */
async function run(command: string, args: readonly string[], env: Environment): Promise<string> {
  if (args.includes('--help')) return USAGE
  const [fileName, ...more] = args
  if (fileName === undefined || fileName.startsWith('-') || more.length > 0)
    throw settingsError(`Name one file: npm run ${command} -- frond.backup`)
  const file = resolve(fileName)
  const { apiUrl, dataDir, ...settings } = parseSettings(env)
  if (apiUrl !== null) throw settingsError('API_URL is set, so the rows are in that backend: back them up there')
  // Needs a connection that stays: a pooler may give each transaction another one.
  const databaseUrl = settings.databaseListenUrl ?? settings.databaseUrl
  const setting = settings.databaseListenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
  const place = databaseNameOf(databaseUrl, dataDir)
  const began = performance.now()
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  if (command === 'restore') {
    const { rows, skipped } =
      databaseUrl === null ? await restoreFolder(dataDir, file) : await restoreServer(databaseUrl, setting, file)
    const leftOut = skipped.length > 0 ? ` Tables that are not Frond’s were left out: ${skipped.join(', ')}.` : ''
    return `Restored ${grouped(rows)} rows from ${file} into ${place} in ${took()}.${leftOut}`
  }
  if (existsSync(file)) throw settingsError(`${file} exists already: name another file`)
  if (!existsSync(dirname(file))) throw settingsError(`There is no folder ${dirname(file)}: create it, or name another file`)
  const rows = databaseUrl === null ? await backUpFolder(dataDir, file) : await backUpServer(databaseUrl, setting, file)
  return `Wrote ${grouped(rows)} rows of ${place} into ${file} in ${took()}.`
}

async function backUpServer(url: string, setting: DatabaseSetting, file: string): Promise<number> {
  const { connectPostgres } = await import('../db/postgres')
  return using(await connectPostgres(url, setting), (connection) => backUp(connection, file))
}

async function restoreServer(url: string, setting: DatabaseSetting, file: string): Promise<Restored> {
  const { connectPostgres } = await import('../db/postgres')
  return using(await connectPostgres(url, setting), (connection) => restoreBackup(connection, file))
}

async function using<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}

function backUp(connection: Connection, file: string): Promise<number> {
  return transact(connection, (tx) => writeBackup(tx, file))
}

/** Backs up a data folder; when a server holds it, that server writes the backup. */
async function backUpFolder(dataDir: string, file: string): Promise<number> {
  const folder = databaseFolder(dataDir)
  if (!existsSync(folder))
    throw settingsError(`There is no database in ${dataDir}: set FROND_DATA_DIR or DATABASE_URL to the server’s value`)
  const lock = await lockFolder(dataDir, 'npm run backup').catch((error: unknown) => {
    if (error instanceof Error && error.name === 'FolderInUse') return null
    throw error
  })
  if (lock === null) return requestBackup(dataDir, file)
  try {
    return await inFolder(folder, (connection) => backUp(connection, file))
  } finally {
    await lock.release()
  }
}

/** Restores to another name first, so that a failed restore leaves nothing that looks like a database. */
async function restoreFolder(dataDir: string, file: string): Promise<Restored> {
  const folder = databaseFolder(dataDir)
  const lock = await lockFolder(dataDir, 'npm run restore')
  const unfinished = `${folder}.restoring`
  try {
    if (existsSync(folder))
      throw settingsError(`There is a database in ${dataDir}: move ${folder} away, or set FROND_DATA_DIR to another folder`)
    rmSync(unfinished, { recursive: true, force: true })
    const restored = await inFolder(unfinished, (connection) => restoreBackup(connection, file))
    renameSync(unfinished, folder)
    return restored
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    await lock.release()
  }
}

async function inFolder<T>(folder: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const engine = await openPglite(folder)
  try {
    return await using(await engine.acquire(), work)
  } finally {
    await engine.close()
  }
}
