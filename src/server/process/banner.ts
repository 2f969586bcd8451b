import type { FastifyBaseLogger } from 'fastify'
import { addressOf } from '../db/hosts'
import type { Settings } from './settings'

/** Where to announce the start. */
interface Ears {
  readonly print: (text: string) => void
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Announces that the server is ready: on the terminal, or in production as a log line. */
export function announceStart(address: string, settings: Settings, { print, log }: Ears): void {
  if (!settings.production || settings.demo) return print(banner(address, settings))
  const { apiUrl, databaseUrl, dataDir } = settings
  const what = `Frond is at ${placeOf(address, settings)}`
  if (apiUrl !== null) return log.info({ api: apiUrl }, what)
  const facts = {
    data: dataDir,
    embedded: databaseUrl === null,
    ...(databaseUrl !== null && { database: addressOf(databaseUrl) }),
  }
  if (databaseUrl === null) log.warn(EMBEDDED.join(' '))
  return log.info(facts, what)
}

const EMBEDDED = [
  'The embedded database survives a crash of this program, but not a power loss:',
  'for important data, set DATABASE_URL to a PostgreSQL.',
]

/** The text for the terminal. */
function banner(address: string, settings: Settings): string {
  return ['', `  Frond is at ${placeOf(address, settings)}`, ...details(settings), '', '  Ctrl+C stops it.', ''].join('\n')
}

function placeOf(address: string, { port, publicUrl }: Settings): string {
  return port === 0 ? address : publicUrl
}

function details(settings: Settings): string[] {
  if (settings.apiUrl !== null) return ['', `  API      ${settings.apiUrl} (this process serves only the console)`]
  const lines = ['']
  if (settings.demo) lines.push(`  Sign in  ${settings.adminEmail} / ${settings.adminPassword}`)
  if (settings.databaseUrl !== null) return [...lines, `  Data     ${addressOf(settings.databaseUrl)} and ${settings.dataDir}`]
  return [...lines, `  Data     ${settings.dataDir}`, '', ...EMBEDDED.map((line) => `  ${line}`)]
}
