// Finds the programs of a PostgreSQL server, for tests that start one.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the folder of `postgres` and `initdb`, of the newest version; null where there is none. */
export function findPostgres() {
  const debians = '/usr/lib/postgresql'
  const versions = existsSync(debians) ? readdirSync(debians).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(debians, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'))) ?? null
}
