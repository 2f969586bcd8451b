import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { adminPasswordFault, putAdmin, type AdminChange } from './auth/admins'
import { createPasswords } from './auth/passwords'
import { databaseFolder } from './db/folder'
import { openDatabase } from './db/open'
import { settingsError, text, type Environment } from './process/environment'
import { checkEmail, parseSettings } from './process/settings'
import { askHidden } from './process/terminal'

const USAGE = `npm run admin -- reset [--email you@example.com]

Lets an administrator in again: sets a new password, reactivates the account or makes it, ends its sessions and takes its second
factors away.

  --email MAIL    whose account; FROND_ADMIN_EMAIL where it is left out

The password is that of FROND_ADMIN_PASSWORD; without it, it is asked for, or read from standard input. The database is the one of
DATABASE_URL, or of FROND_DATA_DIR: the embedded one is its server's alone, which has to be stopped first.`

try {
  console.log(await run(process.argv.slice(2), process.env))
} catch (error) {
  console.error(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}.`)
  process.exitCode = 1
}

/** Runs the command; returns the text to print. */
async function run(args: readonly string[], env: Environment): Promise<string> {
  const { positionals, values } = parse(args)
  if (values.help === true) return USAGE
  if (values.password !== undefined)
    throw settingsError('Others on this machine can read what a command is given: set FROND_ADMIN_PASSWORD, or type the password')
  if (positionals.join(' ') !== 'reset') throw settingsError('There is one command, npm run admin -- reset; --help tells of it')
  return reset(env, values.email)
}

function parse(args: readonly string[]) {
  const type = 'string'
  const options = { email: { type }, password: { type }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split('. ')
    throw settingsError(`${sentence}: npm run admin -- --help tells the options`)
  }
}

async function reset(env: Environment, emailOption: string | undefined): Promise<string> {
  const settings = parseSettings(env)
  const { apiUrl, databaseUrl, dataDir, passwordMin } = settings
  if (apiUrl !== null) throw settingsError('With API_URL the accounts are that backend’s: reset its administrator there')
  const email = emailOption?.trim() ?? text(env, 'FROND_ADMIN_EMAIL')
  if (email === null) throw settingsError('Whose account it is, say by --email or FROND_ADMIN_EMAIL')
  checkEmail(emailOption === undefined ? 'FROND_ADMIN_EMAIL' : '--email', email)
  if (databaseUrl === null && !existsSync(databaseFolder(dataDir)))
    throw settingsError(`There is no database in ${dataDir}: set FROND_DATA_DIR or DATABASE_URL as they are set for the server`)
  const password = text(env, 'FROND_ADMIN_PASSWORD') ?? (await readPassword(email))
  const db = await openDatabase({ ...settings, publicUrl: 'npm run admin' })
  try {
    const fault = await adminPasswordFault(db, password, passwordMin, email)
    if (fault !== null) throw settingsError(fault)
    const passwordHash = await createPasswords().hash(password)
    return summaryOf(email, await db.transaction((tx) => putAdmin(tx, { email, passwordHash, at: new Date() })))
  } finally {
    await db.close()
  }
}

async function readPassword(email: string): Promise<string> {
  if (process.stdin.isTTY) return askHidden(`New password of ${email}: `)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw settingsError('There is no password: set FROND_ADMIN_PASSWORD, or type it when you are asked')
}

function summaryOf(email: string, { done, sessions, hadFactors }: AdminChange): string {
  if (done === 'made') return `There was no account of ${email}: made it, an administrator with this password.`
  const ended = sessions === 1 ? '1 session of it ended' : `${sessions} sessions of it ended`
  const factors = hadFactors ? '; its second factors are gone' : ''
  return done === 'reactivated'
    ? `Reactivated the account of ${email}, with this password; ${ended}${factors}.`
    : `The account of ${email} was active; it has this password now, and ${ended}${factors}.`
}
