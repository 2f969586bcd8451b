import { resolve } from 'node:path'
import { EMAIL_MAX, EMAIL_PATTERN, PASSWORD_MIN } from '../../contract/constants'
import {
  baseUrl,
  databaseUrl,
  flag,
  oneOf,
  origin,
  origins,
  proxies,
  serviceUrl,
  settingsError,
  text,
  webUrl,
  whole,
  type Environment,
} from './environment'
import { storedSecret, makePassword, makeSecret } from './secrets'

/** Values of NODE_ENV. */
const environments = ['production', 'development', 'test'] as const
/** Who may sign up: everyone, invited people, nobody. */
const registrations = ['open', 'invite', 'closed'] as const
/** Whether every account must have a second factor. */
const secondFactors = ['optional', 'required'] as const
/** Log levels, most severe first. */
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** All validated settings. SETTINGS.md describes each. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** Origin by which browsers reach this server; links in mails begin with it. */
  readonly publicUrl: string
  /** An absolute path. */
  readonly dataDir: string
  /** Null: PGlite in `dataDir`. */
  readonly databaseUrl: string | null
  /** A standby that answers reads; null without one. */
  readonly databaseReadUrl: string | null
  /** PostgreSQL itself, for LISTEN and other uses that need a session, when `databaseUrl` is a pooler; null: uses `databaseUrl`. */
  readonly databaseListenUrl: string | null
  /** Uses prepared statements for repeated queries. */
  readonly preparedStatements: boolean
  /** Distributes readings over the workers of the Citus cluster at `databaseUrl`. */
  readonly citus: boolean
  /** A PUT must name the version it changes (If-Match). */
  readonly requireIfMatch: boolean
  /** Signs session tokens; 32 bytes or more. Empty only with `apiUrl`, where nothing is signed. */
  readonly secret: string
  readonly demo: boolean
  readonly production: boolean
  /** The account that a start creates or reactivates while no administrator is active; both or neither. */
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly registration: (typeof registrations)[number]
  readonly secondFactor: (typeof secondFactors)[number]
  /** Fewest characters of a password. */
  readonly passwordMin: number
  /** Seconds. */
  readonly accessTokenS: number
  readonly sessionIdleS: number
  readonly sessionMaxS: number
  /** Bytes. */
  readonly uploadMaxBytes: number
  /** Retention of readings in days, 0 for ever; their hourly and daily roll-ups stay. */
  readonly retentionDays: number
  /** Retention of the activity in days, 0 for ever. */
  readonly activityDays: number
  /** A rollout needs the approval of an administrator other than the one who started it. */
  readonly rolloutApproval: boolean
  readonly inspector: boolean
  /** Null: mails stay in the outbox. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Those of the settings of mails that are left at a default, which serves this machine alone. */
  readonly defaulted: readonly string[]
  /** Allows webhooks to private addresses. */
  readonly privateWebhooks: boolean
  /** Origins whose images the console's pages may show. */
  readonly imageOrigins: readonly string[]
  /** Addresses and CIDR ranges whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Other origins whose pages may call the API. */
  readonly corsOrigins: readonly string[]
  readonly googleClientId: string | null
  readonly googleAuthUrl: string
  readonly googleTokeninfoUrl: string
  readonly googleUserinfoUrl: string
  readonly facebookAppId: string | null
  readonly facebookAppSecret: string | null
  readonly facebookDialogUrl: string
  readonly facebookGraphUrl: string
  /** When set, this process serves the console only, which calls the API at this base URL. */
  readonly apiUrl: string | null
  /** Allows other machines to read /metrics; null: this machine only. */
  readonly metricsToken: string | null
  readonly logLevel: (typeof logLevels)[number]
}

/** The settings that need no generated secrets. */
type Parsed = Omit<Settings, 'secret' | 'adminEmail' | 'adminPassword'>

/** Names of Frond's own settings: `parseSettings` refuses any other variable that begins with FROND_ as misspelt. */
const known = new Set(
  [
    'DATA_DIR SECRET DEMO ADMIN_EMAIL ADMIN_PASSWORD REGISTRATION PASSWORD_MIN ACCESS_TOKEN_S SESSION_IDLE_S SESSION_MAX_S',
    'UPLOAD_MAX_BYTES RETENTION_DAYS ACTIVITY_DAYS INSPECTOR METRICS_TOKEN PREPARED_STATEMENTS CITUS REQUIRE_IF_MATCH SECOND_FACTOR PRIVATE_WEBHOOKS ROLLOUT_APPROVAL IMAGE_ORIGINS',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `FROND_${name}`),
)

/**
 * Reads the settings from the environment; throws a `SettingsError` for the first invalid one. Outside production generates a missing
 * secret, and in the demo a missing administrator's password, and stores it in the data folder.
 */
export function readSettings(env: Environment): Settings {
  const parsed = parseSettings(env)
  const admin = readAdmin(env, parsed)
  return { ...parsed, secret: readSecret(env, parsed), ...admin }
}

/** Parses the settings without generating secrets or touching files. Throws as `readSettings` does. */
export function parseSettings(env: Environment): Parsed {
  const misspelt = Object.keys(env).find((name) => name.startsWith('FROND_') && !known.has(name))
  if (misspelt !== undefined) throw settingsError(`${misspelt} is not a setting of Frond: src/server/SETTINGS.md lists them all`)
  const production = oneOf(env, 'NODE_ENV', 'development', environments) === 'production'
  const demo = flag(env, 'FROND_DEMO', !production)
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const port = whole(env, 'PORT', 4600, 0, 65_535)
  return {
    host,
    port,
    publicUrl: origin(env, 'PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    dataDir: resolve(text(env, 'FROND_DATA_DIR') ?? 'data'),
    ...parseDatabase(env, demo),
    preparedStatements: flag(env, 'FROND_PREPARED_STATEMENTS', true),
    requireIfMatch: flag(env, 'FROND_REQUIRE_IF_MATCH', false),
    demo,
    production,
    registration: oneOf(env, 'FROND_REGISTRATION', demo && !production ? 'open' : 'closed', registrations),
    secondFactor: oneOf(env, 'FROND_SECOND_FACTOR', 'optional', secondFactors),
    passwordMin: whole(env, 'FROND_PASSWORD_MIN', PASSWORD_MIN, PASSWORD_MIN, 128),
    ...parseSession(env),
    uploadMaxBytes: whole(env, 'FROND_UPLOAD_MAX_BYTES', 16_777_216, 1024, 2 ** 31 - 1),
    retentionDays: whole(env, 'FROND_RETENTION_DAYS', 400, 0, 36_500),
    activityDays: whole(env, 'FROND_ACTIVITY_DAYS', 400, 0, 36_500),
    rolloutApproval: flag(env, 'FROND_ROLLOUT_APPROVAL', false),
    inspector: flag(env, 'FROND_INSPECTOR', demo),
    ...parseMail(env),
    defaulted: ['PUBLIC_URL', 'MAIL_FROM'].filter((name) => text(env, name) === null),
    privateWebhooks: flag(env, 'FROND_PRIVATE_WEBHOOKS', false),
    imageOrigins: origins(env, 'FROND_IMAGE_ORIGINS'),
    trustedProxies: proxies(env, 'TRUSTED_PROXIES'),
    corsOrigins: origins(env, 'CORS_ORIGINS'),
    ...parseProviders(env),
    apiUrl: baseUrl(env, 'API_URL'),
    metricsToken: parseMetricsToken(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
  }
}

function parseDatabase(env: Environment, demo: boolean) {
  const writable = ['read-write', 'primary']
  const urls = {
    databaseUrl: databaseUrl(env, 'DATABASE_URL', writable),
    databaseReadUrl: databaseUrl(env, 'DATABASE_READ_URL', ['read-only', 'standby', 'prefer-standby']),
    databaseListenUrl: databaseUrl(env, 'DATABASE_LISTEN_URL', writable),
  }
  for (const name of ['DATABASE_READ_URL', 'DATABASE_LISTEN_URL'])
    if (urls.databaseUrl === null && text(env, name) !== null) throw settingsError(`${name} needs DATABASE_URL, which is not set`)
  const citus = flag(env, 'FROND_CITUS', false)
  if (citus && urls.databaseUrl === null)
    throw settingsError('FROND_CITUS=1 needs DATABASE_URL, the coordinator of a Citus cluster, which is not set')
  if (citus && urls.databaseReadUrl !== null)
    throw settingsError(
      'FROND_CITUS=1 works without DATABASE_READ_URL only: remove it, so that the coordinator answers all reads',
    )
  if (citus && demo) throw settingsError('FROND_CITUS=1 needs FROND_DEMO=0: the demo works only on one PostgreSQL')
  return { ...urls, citus }
}

function parseSession(env: Environment) {
  const accessTokenS = whole(env, 'FROND_ACCESS_TOKEN_S', 900, 10, 86_400)
  const sessionIdleS = whole(env, 'FROND_SESSION_IDLE_S', 43_200, 60, 31_536_000)
  const sessionMaxS = whole(env, 'FROND_SESSION_MAX_S', 604_800, 60, 31_536_000)
  if (sessionIdleS < accessTokenS) throw settingsError('FROND_SESSION_IDLE_S must not be less than FROND_ACCESS_TOKEN_S')
  if (sessionMaxS < sessionIdleS) throw settingsError('FROND_SESSION_MAX_S must not be less than FROND_SESSION_IDLE_S')
  return { accessTokenS, sessionIdleS, sessionMaxS }
}

function parseMail(env: Environment) {
  const mailFrom = text(env, 'MAIL_FROM') ?? 'Frond <frond@localhost>'
  if (!/^(?:[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(mailFrom))
    throw settingsError(`MAIL_FROM must be an address such as Frond <frond@example.com>, not "${mailFrom}"`)
  return { smtpUrl: serviceUrl(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465'), mailFrom }
}

function parseProviders(env: Environment) {
  const facebookAppId = text(env, 'FACEBOOK_APP_ID')
  const facebookAppSecret = text(env, 'FACEBOOK_APP_SECRET')
  // A process that serves only the console opens the sign-in window and never calls Facebook: it needs no app secret.
  const isAsking = text(env, 'API_URL') === null
  if ((facebookAppId === null) !== (facebookAppSecret === null) && (isAsking || facebookAppId === null))
    throw settingsError('Set both FACEBOOK_APP_ID and FACEBOOK_APP_SECRET, or neither')
  return {
    googleClientId: text(env, 'GOOGLE_CLIENT_ID'),
    googleAuthUrl: webUrl(env, 'GOOGLE_AUTH_URL', 'https://accounts.google.com/o/oauth2/v2/auth'),
    googleTokeninfoUrl: webUrl(env, 'GOOGLE_TOKENINFO_URL', 'https://oauth2.googleapis.com/tokeninfo'),
    googleUserinfoUrl: webUrl(env, 'GOOGLE_USERINFO_URL', 'https://openidconnect.googleapis.com/v1/userinfo'),
    facebookAppId,
    facebookAppSecret,
    facebookDialogUrl: webUrl(env, 'FACEBOOK_DIALOG_URL', 'https://www.facebook.com/dialog/oauth'),
    facebookGraphUrl: webUrl(env, 'FACEBOOK_GRAPH_URL', 'https://graph.facebook.com'),
  }
}

function parseMetricsToken(env: Environment): string | null {
  const token = text(env, 'FROND_METRICS_TOKEN')
  if (token !== null && token.length < 16) throw settingsError('FROND_METRICS_TOKEN must have 16 characters or more')
  return token
}

function readSecret(env: Environment, parsed: Parsed): string {
  const secret = text(env, 'FROND_SECRET')
  if (secret !== null) {
    if (Buffer.byteLength(secret) < 32)
      throw settingsError('FROND_SECRET must have 32 bytes or more: create one with `openssl rand -base64 32`')
    if (new Set(secret).size < 8)
      throw settingsError('FROND_SECRET has too few different characters: create one with `openssl rand -base64 32`')
    return secret
  }
  if (parsed.apiUrl !== null) return ''
  if (parsed.production)
    throw settingsError('FROND_SECRET is required in production, 32 bytes or more: create one with `openssl rand -base64 32`')
  return storedSecret(parsed.dataDir, 'secret', makeSecret)
}

function readAdmin(env: Environment, parsed: Parsed): Pick<Settings, 'adminEmail' | 'adminPassword'> {
  const keeps = parsed.demo && parsed.apiUrl === null
  const email = text(env, 'FROND_ADMIN_EMAIL') ?? (keeps ? 'admin@example.com' : null)
  const password = text(env, 'FROND_ADMIN_PASSWORD')
  if (email !== null) checkEmail('FROND_ADMIN_EMAIL', email)
  if (password !== null && password.length < parsed.passwordMin)
    throw settingsError(`FROND_ADMIN_PASSWORD must have ${parsed.passwordMin} characters or more`)
  if (password !== null && Buffer.byteLength(password) > 1024)
    throw settingsError('FROND_ADMIN_PASSWORD must have 1,024 bytes or fewer')
  if (keeps) return { adminEmail: email, adminPassword: password ?? storedSecret(parsed.dataDir, 'admin-password', makePassword) }
  if ((email === null) !== (password === null))
    throw settingsError('Set both FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD, or neither')
  return { adminEmail: email, adminPassword: password }
}

/** Throws a `SettingsError` that names the setting, unless it may be an email address. */
export function checkEmail(name: string, email: string): void {
  if (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email))
    throw settingsError(`${name} must be a valid email address, not "${email}"`)
}
