import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { adminPasswordFault, putAdmin, type AdminChange } from './auth/admins'
import { createPasswords } from './auth/passwords'
import { databaseFolder } from './db/folder'
import { databaseNameOf } from './db/hosts'
import { openDatabase } from './db/open'
import { settingsError, text, type Environment } from './process/environment'
import { messageOf } from './process/messageOf'
import { checkEmail, parseSettings } from './process/settings'
import { askHidden } from './process/terminal'

const USAGE = `npm run admin -- reset [--email you@example.com]

Restores an administrator's access: sets a new password, reactivates or creates the account, ends its sessions, removes its second factors
and, of an account whose address was never confirmed, its Google and Facebook accounts, and forgets failed attempts to sign in.

  --email MAIL    email address of the account (default: FROND_ADMIN_EMAIL)

At a terminal the command asks for the password twice. Elsewhere it takes FROND_ADMIN_PASSWORD, else standard input. The database is that of
DATABASE_URL or FROND_DATA_DIR. Stop a server with the embedded database first.`

try {
  console.log(await run(process.argv.slice(2), process.env))
} catch (error) {
  console.error(`Nothing was changed. ${messageOf(error)}.`)
  process.exitCode = 1
}

/** Runs the command; returns the text to print. */
async function run(args: readonly string[], env: Environment): Promise<string> {
  const { positionals, values } = parse(args)
  if (values.help === true) return USAGE
  if (values.password !== undefined)
    throw settingsError(
      'Others on this machine can read the options of a command: enter the password when asked, or send it to standard input',
    )
  if (positionals.join(' ') !== 'reset') throw settingsError('The only command is npm run admin -- reset; --help describes it')
  return reset(env, values.email)
}

function parse(args: readonly string[]) {
  const type = 'string'
  const options = { email: { type }, password: { type }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = messageOf(error).split('. ')
    throw settingsError(`${sentence}: npm run admin -- --help lists the options`)
  }
}

async function reset(env: Environment, emailOption: string | undefined): Promise<string> {
  const settings = parseSettings(env)
  const { apiUrl, databaseUrl, dataDir, passwordMin } = settings
  if (apiUrl !== null) throw settingsError('API_URL is set, so the accounts are in that backend: reset its administrator there')
  const email = emailOption?.trim() ?? text(env, 'FROND_ADMIN_EMAIL')
  if (email === null) throw settingsError('The email address is missing: set --email or FROND_ADMIN_EMAIL')
  checkEmail(emailOption === undefined ? 'FROND_ADMIN_EMAIL' : '--email', email)
  if (databaseUrl === null && !existsSync(databaseFolder(dataDir)))
    throw settingsError(`There is no database in ${dataDir}: set FROND_DATA_DIR or DATABASE_URL to the server’s value`)
  const password = await readPassword(env, email)
  const db = await openDatabase({ ...settings, publicUrl: 'npm run admin' })
  try {
    const fault = await adminPasswordFault(db, password, passwordMin, email)
    if (fault !== null) throw settingsError(fault)
    const passwordHash = await createPasswords().hash(password)
    return summaryOf(
      email,
      databaseNameOf(databaseUrl, dataDir),
      await db.transaction((tx) => putAdmin(tx, { email, passwordHash, at: new Date() })),
    )
  } finally {
    await db.close()
  }
}

/** Asks at a terminal, because the settings of a server have the password of its first start. */
async function readPassword(env: Environment, email: string): Promise<string> {
  if (process.stdin.isTTY) {
    const password = await askHidden(`New password of ${email}: `)
    if ((await askHidden('Repeat the new password: ')) !== password)
      throw settingsError('The two passwords differ: run the command again')
    return password
  }
  const given = text(env, 'FROND_ADMIN_PASSWORD')
  if (given !== null) return given
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  throw settingsError('The password is missing: enter it at a terminal, set FROND_ADMIN_PASSWORD, or send it to standard input')
}

function summaryOf(email: string, place: string, { done, sessions, hadFactors, hadIdentities }: AdminChange): string {
  if (done === 'made') return `Created the administrator account ${email} in ${place} with this password.`
  const ended = sessions === 1 ? '1 session ended' : `${sessions} sessions ended`
  const factors = hadFactors ? '; second factors removed' : ''
  const identities = hadIdentities ? '; Google and Facebook accounts removed' : ''
  return done === 'reactivated'
    ? `Reactivated the account ${email} in ${place} with this password; ${ended}${factors}${identities}.`
    : `Set this password for the account ${email} in ${place}; ${ended}${factors}${identities}.`
}
