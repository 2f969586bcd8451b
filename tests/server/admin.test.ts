import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/contract/session'
import { createPasswords } from '../../src/server/auth/passwords'
import { startSession } from '../../src/server/auth/sessions'
import { createUser } from '../../src/server/auth/users'
import type { Database } from '../../src/server/db/database'
import { databaseNameOf } from '../../src/server/db/hosts'
import { openDatabase } from '../../src/server/db/open'
import { openTestDatabase, type TestDatabase } from '../support/database/database'
import { buildPrograms, startProgram } from '../support/database/program'

// Each test runs the program, on a machine that may be busy with the rest of the suite.
const PATIENT = { timeout: 120_000 }
const PASSWORD = 'a door that opens again'
/** Makes a program take its standard input for a terminal. */
const AT_TERMINAL = '--import=data:text/javascript,process.stdin.isTTY=true'
const email = 'iris@example.com'
const passwords = createPasswords()

let program: string
let database: TestDatabase
beforeAll(async () => {
  program = join(await buildPrograms({ admin: 'src/server/admin.ts' }), 'admin.js')
})
afterAll(() => rmSync(join(program, '..'), { recursive: true, force: true }))

/** Starts `npm run admin` on the test's database. */
function start(args: readonly string[], env: Record<string, string>, input: string | null) {
  const { dataDir, databaseUrl } = database
  const where = { FROND_DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) }
  return startProgram(program, args, { ...where, ...env }, input)
}

/** Runs `npm run admin` on the test's database; returns its exit code and output. */
async function admin(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const { exited, output } = start(args, env, input)
  return [await exited, output()]
}

/** Runs `npm run admin -- reset` at a terminal, and types the password and then `again`; returns its exit code and output. */
async function resetAtTerminal(again: string) {
  const env = { FROND_ADMIN_PASSWORD: 'of the first start', NODE_OPTIONS: AT_TERMINAL }
  const { says, enter, exited, output } = start(['reset', '--email', email], env, null)
  await says(`New password of ${email}: `)
  enter(PASSWORD)
  await says('Repeat the new password: ')
  enter(again)
  return [await exited, output()]
}

/** The database as the program names it. */
const place = () => databaseNameOf(database.databaseUrl, database.dataDir)

/** Closes the embedded database, which only one process may open. */
const stopServer = () => (database.databaseUrl === null ? database.db.close() : undefined)

/** Inserts an account with two sessions and, if named, a provider's account; closes the database. */
async function account(active: boolean, provider?: Provider): Promise<void> {
  const at = new Date()
  const { id } = await createUser(database.db, { firstName: 'Iris', email, passwordHash: await passwords.hash('old'), at })
  await database.db.query(sql`update users set active = ${active} where id = ${id}`)
  for (const userAgent of ['One', 'Other'])
    await startSession(database.db, { sessionIdleS: 600, sessionMaxS: 600 }, id, { ip: '127.0.0.1', userAgent }, at)
  if (provider !== undefined)
    await database.db.query(sql`
      insert into identities (provider, subject, user_id, created_at) values (${provider}, '1', ${id}, ${at})`)
  await stopServer()
}

/** Reads the accounts. */
async function accounts() {
  const db = await openDatabase({ ...database, publicUrl: 'http://frond.test' })
  try {
    return await accountsIn(db)
  } finally {
    await db.close()
  }
}

async function accountsIn(db: Database) {
  const { rows } = await db.query<{ email: string; active: boolean; hash: string; sessions: number; done: string[] }>(sql`
    select email, active, password_hash as hash,
      (select count(*) from sessions where user_id = users.id and ended_at is null) as sessions,
      (select array_agg(action) from audit_entries where subject_id = users.id::text) as done
    from users`)
  return Promise.all(rows.map(async ({ hash, ...row }) => ({ ...row, opens: await passwords.isRight(PASSWORD, hash) })))
}

describe('npm run admin -- reset', PATIENT, () => {
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.close())

  it('reactivates an account with the given password, ends its sessions, removes unproven identities, and says so', async () => {
    await account(false, 'facebook')
    const [code, output] = await admin(['reset', '--email', ' Iris@Example.com'], { FROND_ADMIN_PASSWORD: PASSWORD })
    expect([code, output]).toEqual([
      0,
      `Reactivated the account Iris@Example.com in ${place()} with this password; 2 sessions ended; Google and Facebook accounts removed.\n`,
    ])
    expect(await accounts()).toEqual([{ email, active: true, sessions: 0, done: ['password_reset'], opens: true }])
  })

  it('sets the password of an active account, read from standard input, for the address of the settings', async () => {
    await account(true)
    const [code, output] = await admin(['reset'], { FROND_ADMIN_EMAIL: email }, `${PASSWORD}\nand more\n`)
    expect([code, output]).toEqual([0, `Set this password for the account iris@example.com in ${place()}; 2 sessions ended.\n`])
    expect(await accounts()).toEqual([{ email, active: true, sessions: 0, done: ['password_reset'], opens: true }])
  })

  it('asks twice at a terminal, also where the settings have a password', async () => {
    await account(true)
    const [code, output] = await resetAtTerminal(PASSWORD)
    expect([code, output]).toEqual([
      0,
      `New password of ${email}: \nRepeat the new password: \nSet this password for the account ${email} in ${place()}; 2 sessions ended.\n`,
    ])
    expect(await accounts()).toEqual([{ email, active: true, sessions: 0, done: ['password_reset'], opens: true }])
  })

  it('creates the account if there is none', async () => {
    await stopServer()
    const [code, output] = await admin(['reset', '--email', email], { FROND_ADMIN_PASSWORD: PASSWORD, NODE_ENV: 'production' })
    expect([code, output]).toEqual([0, `Created the administrator account iris@example.com in ${place()} with this password.\n`])
    expect(await accounts()).toEqual([{ email, active: true, sessions: 0, done: ['created'], opens: true }])
  })

  it('beside a running server works on PostgreSQL, and says to stop it where the database is embedded', async () => {
    const [code, output] = await admin(['reset', '--email', email], {}, PASSWORD)
    const after = await accountsIn(database.db)
    const inUse = new RegExp(
      `^Nothing was changed. The data folder ${database.dataDir} is in use by process ${process.pid} .*: stop it first`,
    )
    const refused = [1, expect.stringMatching(inUse), 0]
    const made = [0, `Created the administrator account iris@example.com in ${place()} with this password.\n`, 1]
    const expected = database.databaseUrl === null ? refused : made
    expect([code, output, after.length]).toEqual(expected)
  })
})

describe('npm run admin', PATIENT, () => {
  beforeAll(async () => {
    database = await openTestDatabase()
    await account(false)
  })
  afterAll(() => database.close())

  it('prints its usage', async () => {
    const [code, output] = await admin(['--help'])
    expect([code, String(output)]).toEqual([0, expect.stringMatching(/^npm run admin -- reset \[--email /)])
  })

  it.each<[string, string[], Record<string, string>, string, string]>([
    ['no command', [], {}, '', 'The only command is npm run admin -- reset; --help describes it.'],
    ['another command', ['reset', 'all'], {}, '', 'The only command is npm run admin -- reset; --help describes it.'],
    [
      'an unknown option',
      ['reset', '--mail', email],
      {},
      '',
      "Unknown option '--mail': npm run admin -- --help lists the options.",
    ],
    [
      'a password that others can read',
      ['reset', '--email', email, '--password', PASSWORD],
      {},
      '',
      'Others on this machine can read the options of a command: enter the password when asked, or send it to standard input.',
    ],
    ['no address', ['reset'], {}, PASSWORD, 'The email address is missing: set --email or FROND_ADMIN_EMAIL.'],
    ['no address at all', ['reset', '--email', 'iris'], {}, PASSWORD, '--email must be a valid email address, not "iris".'],
    [
      'no password',
      ['reset', '--email', email],
      {},
      '',
      'The password is missing: enter it at a terminal, set FROND_ADMIN_PASSWORD, or send it to standard input.',
    ],
    [
      'a short password',
      ['reset', '--email', email],
      { FROND_PASSWORD_MIN: '12' },
      'fern-42',
      'Password must be at least 12 characters.',
    ],
    [
      'a password that anyone would try',
      ['reset', '--email', email],
      {},
      'password1',
      'This password is too easy to guess, please choose another.',
    ],
    [
      'a setting that is none',
      ['reset', '--email', email],
      { FROND_DATADIR: '/srv/frond' },
      PASSWORD,
      'FROND_DATADIR is not a setting of Frond: src/server/SETTINGS.md lists them all.',
    ],
    [
      'a console alone',
      ['reset', '--email', email],
      { API_URL: 'https://api.example.com' },
      PASSWORD,
      'API_URL is set, so the accounts are in that backend: reset its administrator there.',
    ],
  ])('refuses %s with a sentence', async (_what, args, env, input, sentence) => {
    expect(await admin(args, env, input)).toEqual([1, `Nothing was changed. ${sentence}\n`])
  })

  it('refuses two passwords that differ', async () => {
    const [code, output] = await resetAtTerminal(`${PASSWORD}.`)
    expect([code, output]).toEqual([
      1,
      `New password of ${email}: \nRepeat the new password: \nNothing was changed. The two passwords differ: run the command again.\n`,
    ])
  })

  it('creates no database', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'frond-admin-'))
    const env = { FROND_DATA_DIR: empty, DATABASE_URL: '' }
    const [code, output] = await admin(['reset', '--email', email], env, PASSWORD)
    expect([code, output]).toEqual([
      1,
      `Nothing was changed. There is no database in ${empty}: set FROND_DATA_DIR or DATABASE_URL to the server’s value.\n`,
    ])
    expect(existsSync(join(empty, 'db'))).toBe(false)
    rmSync(empty, { recursive: true })
  })

  it('has changed nothing in all these cases', async () => {
    expect(await accounts()).toEqual([{ email, active: false, sessions: 2, done: null, opens: false }])
  })
})
