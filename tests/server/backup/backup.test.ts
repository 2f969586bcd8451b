// Runs on both engines, which could differ in types, collation, locks, transactions, plans.
// @module-tag both-engines
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { writeBackup } from '../../../src/server/backup/dump'
import { restoreBackup } from '../../../src/server/backup/restore'
import { tablesOf } from '../../../src/server/backup/tables'
import type { Queryable } from '../../../src/server/db/database'
import { ask, databaseOver, transact, type Connection } from '../../../src/server/db/engine'
import { migrate } from '../../../src/server/db/migrate'
import { openPglite } from '../../../src/server/db/pglite'
import { connectPostgres } from '../../../src/server/db/postgres'
import { recordSecret } from '../../../src/server/auth/usedSecret'
import { createUser } from '../../../src/server/auth/users'
import { ensureMonths } from '../../../src/server/telemetry/months'
import { migrations } from '../../../src/server/migrations'
import { openTestDatabase, type TestDatabase } from '../../support/database/database'
import { createDatabase, dropDatabase } from '../../support/database/databases'
import { fillAll } from '../../support/rows/fill'

const SECRET = 'moss-and-morning-dew-under-the-old-oak'
const PATIENT = { timeout: 120_000 }
let source: TestDatabase
let folder: string
beforeAll(async () => {
  source = await openTestDatabase()
  await fillAll(source.db)
  await source.db.query(sql`
    insert into gateway_firmware_pieces (firmware_id, place, bytes)
    select id, 0, decode(repeat('00ff10', 50000), 'hex') from gateway_firmwares limit 1
    on conflict do nothing`)
  // Some readers take U+2028 for the end of a line.
  await source.db.query(sql`
    insert into audit_entries (action, subject, after)
    select 'created', 'Gateway', '{"name": "Ä → ß \\u0001 \\u2028"}' from generate_series(1, 2500)`)
})
afterAll(() => source.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frond-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const backUp = (name = 'frond.backup') => {
  const file = join(folder, name)
  return source.db.transaction((tx) => writeBackup(tx, file)).then((rows) => ({ file, rows }))
}

/** Hashes each table's rows, independent of their order. */
async function digests(db: Queryable): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const { name, columns } of await tablesOf(db)) {
    const { rows } = await db.query<{ count: number; digest: string }>(sql`
      select count(*) as count, md5(coalesce(string_agg(line, '' order by line collate "C"), '')) as digest
      from (select to_jsonb(row)::text as line from (select ${raw(columns.join(', '))} from ${raw(name)}) as row) as lines`)
    hashes[name] = `${rows[0]?.count} ${rows[0]?.digest}`
  }
  return hashes
}

/** Opens an empty database on one connection. */
async function emptyPglite(): Promise<{ connection: Connection; db: Queryable }> {
  const engine = await openPglite(join(folder, 'db'), 30_000)
  const connection = await engine.acquire()
  let held = true
  const release = () => {
    if (held) connection.release()
    held = false
  }
  onTestFinished(async () => {
    release()
    await engine.close()
  })
  const whole = databaseOver(engine)
  return {
    connection: { ...connection, release },
    db: {
      query(statement) {
        release()
        return whole.query(statement)
      },
    },
  }
}

async function emptyPostgres(server: string): Promise<{ connection: Connection; db: Queryable }> {
  const url = await createDatabase(server, 'template1')
  const connection = await connectPostgres(url)
  const { openDatabase } = await import('../../../src/server/db/open')
  let opened: TestDatabase['db'] | null = null
  onTestFinished(async () => {
    connection.release()
    await opened?.close()
    await dropDatabase(server, url)
  })
  return {
    connection,
    db: {
      async query(statement) {
        opened ??= await openDatabase({ dataDir: folder, databaseUrl: url, publicUrl: 'http://frond.test' })
        return opened.query(statement)
      },
    },
  }
}

const server = inject('postgres')?.server
/** PostgreSQL, where this run is on it. */
const servers = server === undefined ? [] : [{ server }]
/** Empty databases, one for each engine of this run. */
const empties: readonly (readonly [string, () => Promise<{ connection: Connection; db: Queryable }>])[] = [
  ['PGlite', emptyPglite],
  ...servers.map((one) => ['PostgreSQL', () => emptyPostgres(one.server)] as const),
]

describe('a backup', PATIENT, () => {
  it.each(empties)('fills an empty %s with the same rows, files included, and once', async (_engine, empty) => {
    await recordSecret(source.db, { secret: SECRET })
    onTestFinished(async () => void (await source.db.query(sql`delete from used_secret`)))
    const { file, rows } = await backUp()
    const { connection, db } = await empty()
    expect(await restoreBackup(connection, file)).toEqual({ rows, skipped: [] })
    await expect(restoreBackup(connection, file)).rejects.toThrow('The database is not empty')
    expect(await digests(db)).toEqual(await digests(source.db))
    const { rows: added } = await db.query<{ later: boolean }>(sql`
      with added as (insert into audit_entries (action, subject) values ('created', 'Gateway') returning id)
      select id > (select max(id) from audit_entries) as later from added`)
    expect(added).toEqual([{ later: true }])
    // So the start after a restore warns of another secret.
    const [same, other] = [await recordSecret(db, { secret: SECRET }), await recordSecret(db, { secret: `other-${SECRET}` })]
    expect([same, other?.level]).toEqual([null, 'warn'])
  })

  it.each(servers)('contains the rows of one moment while others write', async () => {
    const others = await connectPostgres(source.databaseUrl ?? '')
    onTestFinished(() => others.release())
    const statement = sql`insert into audit_entries (action, subject) values ('created', 'Written during the backup') returning id`
    const file = join(folder, 'frond.backup')
    let written = 0
    await source.db.transaction((tx) => {
      const query: Queryable['query'] = async (next) => {
        const answer = await tx.query(next)
        // When the first table has been read, and the others have not.
        if (next.text.startsWith('close') && written++ === 0) await ask(others, statement)
        return answer as never
      }
      return writeBackup({ query }, file)
    })
    expect(written).toBeGreaterThan(1)
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('Written during the backup')
  })

  it.each(servers)('keeps the months that it lists from being dropped meanwhile', async () => {
    await ensureMonths(source.db, ['2020-01'])
    const others = await connectPostgres(source.databaseUrl ?? '')
    onTestFinished(() => others.release())
    await ask(others, sql`set lock_timeout = '100ms'`)
    const drop = () => ask(others, sql`drop table datapoints_2020_01`)
    const refusals: unknown[] = []
    await source.db.transaction((tx) => {
      const query: Queryable['query'] = async (next) => {
        const answer = await tx.query(next)
        if (next.text.includes('pg_inherits')) refusals.push(await drop().catch(({ cause }: Error) => Object(cause).code))
        return answer as never
      }
      return writeBackup({ query }, join(folder, 'frond.backup'))
    })
    // lock_not_available
    expect(refusals).toEqual(['55P03'])
    await drop()
  })

  it('gets its name only when it is complete, and is readable only by its owner', async () => {
    const missing = join(folder, 'nowhere', 'frond.backup')
    await expect(source.db.transaction((tx) => writeBackup(tx, missing))).rejects.toThrow('ENOENT')
    const { file } = await backUp()
    expect([file, readdirSync(folder)]).toEqual([join(folder, 'frond.backup'), ['frond.backup']])
  })

  it.each(servers)('is complete although another one is written to the same file meanwhile', async () => {
    const file = join(folder, 'frond.backup')
    const other = await connectPostgres(source.databaseUrl ?? '')
    onTestFinished(() => other.release())
    let others = 0
    const rows = await source.db.transaction((tx) => {
      const query: Queryable['query'] = async (next) => {
        const answer = await tx.query(next)
        if (next.text.startsWith('close') && others === 0) others = await transact(other, (own) => writeBackup(own, file))
        return answer as never
      }
      return writeBackup({ query }, file)
    })
    expect([others, readdirSync(folder)]).toEqual([rows, ['frond.backup']])
    expect(gunzipSync(readFileSync(file)).toString()).toMatch(new RegExp(`^#end ${rows}$`, 'm'))
  })
})

/** A connection that fails when used: invalid calls must be refused before they reach the database. */
const untouched: Connection = {
  run: () => Promise.reject(new Error('The database was asked')),
  script: () => Promise.reject(new Error('The database was written')),
  release: () => undefined,
}
/** A connection to an empty database that may not be written. */
const emptyOne: Connection = { ...untouched, run: async () => ({ columns: [], cells: [], rowCount: 0 }) }

describe('a restore', PATIENT, () => {
  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200), /not a complete backup/],
    [
      'changed',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 900), Buffer.from([~(bytes[900] ?? 0)]), bytes.subarray(901)]),
      /not a complete backup/,
    ],
    [
      'short of rows',
      (bytes: Buffer) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/\n\{[^\n]*(?=\n)/, ''),
        ),
      /it has .* rows of/,
    ],
    [
      'without its end',
      (bytes: Buffer) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/#end \d+\n$/, ''),
        ),
      /it ends after \d+ rows$/,
    ],
    ['no backup', () => Buffer.from('hello'), /not a complete backup/],
  ])('is refused before anything is written when the file is %s', async (_what, change, sentence) => {
    const { file } = await backUp()
    const broken = join(folder, 'broken.backup')
    writeFileSync(broken, change(readFileSync(file)))
    await expect(restoreBackup(untouched, broken)).rejects.toThrow(sentence)
  })

  it.each(servers)('applies the migrations since an earlier version’s backup', async ({ server: url }) => {
    const earlier = await emptyPostgres(url)
    await migrate(earlier.connection, migrations.slice(0, -2))
    const file = join(folder, 'earlier.backup')
    const user = { firstName: 'Iris', email: 'iris@example.com', passwordHash: null, at: new Date() }
    await transact(earlier.connection, (tx) => createUser(tx, user))
    await transact(earlier.connection, (tx) => writeBackup(tx, file))
    const { connection, db } = await emptyPostgres(url)
    expect((await restoreBackup(connection, file)).rows).toBeGreaterThan(0)
    expect(await migrate(connection, migrations)).toEqual([])
    expect((await db.query(sql`select email from users`)).rows).toEqual([{ email: user.email }])
  })

  it.each(servers)('leaves the database empty when it fails, so that the next one fills it', async ({ server: url }) => {
    const { file, rows } = await backUp()
    const twice = join(folder, 'twice.backup')
    const text = gunzipSync(readFileSync(file)).toString()
    writeFileSync(twice, gzipSync(text.replace(/\n\{[^\n]*/, '$&$&').replace(/#end .*/, `#end ${rows + 1}`)))
    const { connection } = await emptyPostgres(url)
    await expect(restoreBackup(connection, twice)).rejects.toThrow('duplicate key')
    expect(await restoreBackup(connection, file)).toEqual({ rows, skipped: [] })
  })

  it.each(servers)('restores a backup of the last version before the first release', async ({ server: url }) => {
    const { file, rows } = await backUp()
    const before = join(folder, 'before.backup')
    const text = gunzipSync(readFileSync(file)).toString()
    writeFileSync(before, gzipSync(text.replace(/"migrations":\[[^\]]*/, '"migrations":["001_text","018_light_of_hours"')))
    const { connection } = await emptyPostgres(url)
    expect((await restoreBackup(connection, before)).rows).toBe(rows)
  })

  it.each(servers)(
    'leaves out tables that are not Frond’s, names them, and does not count their rows',
    async ({ server: url }) => {
      const { file, rows } = await backUp()
      const more = join(folder, 'more.backup')
      const text = gunzipSync(readFileSync(file)).toString()
      writeFileSync(more, gzipSync(text.replace(/#end .*/, `#notes\n{"note":"water"}\n#end ${rows + 1}`)))
      const { connection } = await emptyPostgres(url)
      expect(await restoreBackup(connection, more)).toEqual({ rows, skipped: ['notes'] })
    },
  )

  it('refuses a newer version’s backup, and a file that is missing or cannot be read', async () => {
    const { file } = await backUp()
    const newer = join(folder, 'newer.backup')
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().split('\n')
    writeFileSync(newer, gzipSync([header.replace('"migrations":["', '"migrations":["999_later","'), ...lines].join('\n')))
    await expect(restoreBackup(emptyOne, newer)).rejects.toThrow('999_later, which this version of Frond does not know')
    await expect(restoreBackup(untouched, join(folder, 'none'))).rejects.toThrow('There is no file')
    const unreadable = `${folder} cannot be read: EISDIR: illegal operation on a directory`
    await expect(restoreBackup(untouched, folder)).rejects.toThrow(unreadable)
  })
})
