// Finds the programs of a PostgreSQL server, for tests that start one of their own.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folder of `postgres` and `initdb`; the newest version where there are several; null where there is none. */
export function findPostgres() {
  const debians = '/usr/lib/postgresql'
  const versions = existsSync(debians) ? readdirSync(debians).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(debians, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'))) ?? null
}
