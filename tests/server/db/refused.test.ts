// @module-tag postgres
import { tmpdir } from 'node:os'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { addressOf } from '../../../src/server/db/hosts'
import { openDatabase } from '../../../src/server/db/open'
import { createDatabase, dropDatabase, nameOf, onServer } from '../../support/database/databases'

const server = inject('postgres')?.server ?? ''

/** Creates an empty database; returns its address. */
async function emptyDatabase(): Promise<string> {
  const url = await createDatabase(server)
  onTestFinished(() => dropDatabase(server, url))
  return url
}

const open = (databaseUrl: string) => openDatabase({ dataDir: tmpdir(), databaseUrl, publicUrl: 'http://frond.test' })

describe('a start on a PostgreSQL that refuses it', () => {
  it('says that it accepts no writes', async () => {
    const url = await emptyDatabase()
    await onServer(server, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
    await expect(open(url)).rejects.toThrow(
      'DATABASE_URL leads to a PostgreSQL that accepts no writes: it is a standby, or its default_transaction_read_only is on',
    )
  })

  it('names the database in which its user lacks a right, and says what to do', async () => {
    const url = await emptyDatabase()
    const guest = `${nameOf(url)}_guest`
    await onServer(server, `create role ${guest} login`)
    onTestFinished(() => onServer(server, `drop role ${guest}`))
    const asGuest = Object.assign(new URL(url), { username: guest }).href
    await expect(open(asGuest)).rejects.toThrow(
      `The PostgreSQL of DATABASE_URL (${addressOf(url)}) cannot be used: permission denied for schema public: ` +
        'make the user that connects the owner of the database and of its tables',
    )
  })

  it('says so of a migration, too', async () => {
    const url = await emptyDatabase()
    await (await open(url)).close()
    const guest = `${nameOf(url)}_guest`
    await onServer(server, `create role ${guest} login`)
    await onServer(url, `grant all on schema_migrations to ${guest}`, `grant create on schema public to ${guest}`)
    await onServer(url, `delete from schema_migrations where number >= 16`)
    onTestFinished(() => onServer(server, `drop role ${guest}`))
    onTestFinished(() => onServer(url, `drop owned by ${guest}`))
    await expect(open(Object.assign(new URL(url), { username: guest }).href)).rejects.toThrow(
      'The migration 016_chosen_gateways failed (must be owner of table rollout_groups: make the user that connects the owner',
    )
  })
})
