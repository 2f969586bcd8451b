import type { FastifyBaseLogger } from 'fastify'
import { addressOf } from '../db/hosts'
import type { Running } from '../start'
import type { Settings } from './settings'

/** Where to announce the start. */
interface Outputs {
  readonly print: (text: string) => void
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** What a start announces. */
type Announced = Pick<Running, 'address' | 'adminOpens'>

/** Announces that the server is ready: on the terminal, or in production as a log line. */
export function announceStart(running: Announced, settings: Settings, { print, log }: Outputs): void {
  const { address } = running
  if (!settings.production || settings.demo) return print(banner(running, settings))
  const { apiUrl, databaseUrl, dataDir } = settings
  const what = `Frond is at ${placeOf(address, settings)}`
  if (apiUrl !== null) return log.info({ api: apiUrl }, what)
  const facts = {
    data: dataDir,
    embedded: databaseUrl === null,
    ...(databaseUrl !== null && { database: addressOf(databaseUrl) }),
  }
  for (const sentence of warnings(settings)) log.warn(sentence)
  return log.info(facts, what)
}

/** What is missing in production, where nobody sees it until it is needed. */
function* warnings({ databaseUrl, smtpUrl, mailFrom, publicUrl, trustedProxies, defaulted }: Settings): Generator<string> {
  // Frond speaks only HTTP, so an https address is a proxy's.
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0)
    yield 'All clients behind the proxy count as one, so one can lock everybody out: set TRUSTED_PROXIES to the proxy’s address'
  if (databaseUrl === null) yield EMBEDDED.join(' ')
  if (smtpUrl === null) yield 'No mail server is set, so emails about accounts and alerts are not sent: set SMTP_URL'
  else if (defaulted.includes('MAIL_FROM'))
    yield `Emails are sent from ${mailFrom}, which other mail servers refuse: set MAIL_FROM`
  if (defaulted.includes('PUBLIC_URL'))
    yield `Links in emails and alerts begin with ${publicUrl}: set PUBLIC_URL to the address that people type`
}

const EMBEDDED = [
  'The embedded database survives a crash of this program, but not a power loss:',
  'for important data, set DATABASE_URL to a PostgreSQL.',
]

const OTHER_PASSWORD = ', with the password that you set; npm run admin -- reset sets another'

/** The text for the terminal. */
function banner({ address, adminOpens }: Announced, settings: Settings): string {
  return ['', `  Frond is at ${placeOf(address, settings)}`, ...details(settings, adminOpens), '', '  Ctrl+C stops it.', ''].join(
    '\n',
  )
}

function placeOf(address: string, { port, publicUrl }: Settings): string {
  return port === 0 ? address : publicUrl
}

function details(settings: Settings, adminOpens: boolean): string[] {
  if (settings.apiUrl !== null) return ['', `  API      ${settings.apiUrl} (this process serves only the console)`]
  const lines = ['']
  if (settings.demo)
    lines.push(`  Sign in  ${settings.adminEmail}${adminOpens ? ` / ${settings.adminPassword}` : OTHER_PASSWORD}`)
  if (settings.databaseUrl !== null) return [...lines, `  Data     ${addressOf(settings.databaseUrl)} and ${settings.dataDir}`]
  return [...lines, `  Data     ${settings.dataDir}`, '', ...EMBEDDED.map((line) => `  ${line}`)]
}
