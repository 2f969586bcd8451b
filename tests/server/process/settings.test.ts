// Tests the embedded database, or no database.
// @module-tag embedded
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSettingsError } from '../../../src/server/process/environment'
import { readSettings } from '../../../src/server/process/settings'

const SECRET = 'c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXM='
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frond-settings-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readSettings({ FROND_DATA_DIR: dataDir, ...env })
const production = { NODE_ENV: 'production', FROND_SECRET: SECRET }

describe('readSettings', () => {
  it('has the documented defaults in the demo', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      publicUrl: 'http://127.0.0.1:4600',
      dataDir,
      databaseUrl: null,
      databaseReadUrl: null,
      databaseListenUrl: null,
      preparedStatements: true,
      demo: true,
      production: false,
      adminEmail: 'admin@example.com',
      registration: 'open',
      passwordMin: 6,
      accessTokenS: 900,
      sessionIdleS: 43_200,
      sessionMaxS: 604_800,
      uploadMaxBytes: 16_777_216,
      inspector: true,
      smtpUrl: null,
      defaulted: ['PUBLIC_URL', 'MAIL_FROM'],
      trustedProxies: [],
      imageOrigins: [],
      corsOrigins: [],
      googleClientId: null,
      facebookAppId: null,
      apiUrl: null,
      logLevel: 'info',
    })
  })

  it('closes registration and hides everything in production', () => {
    expect(read(production)).toMatchObject({
      demo: false,
      production: true,
      registration: 'closed',
      inspector: false,
      adminEmail: null,
      adminPassword: null,
      secret: SECRET,
    })
    expect(existsSync(join(dataDir, 'secret'))).toBe(false)
  })

  it('reads every value that is set', () => {
    const settings = read({
      ...production,
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://frond.example.com/',
      DATABASE_URL: 'postgres://frond:pw@db:5432/frond',
      FROND_ADMIN_EMAIL: 'root@example.com',
      FROND_ADMIN_PASSWORD: 'a long one',
      FROND_REGISTRATION: 'invite',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      FROND_IMAGE_ORIGINS: 'https://images.example.com',
      CORS_ORIGINS: 'https://a.example.com,https://b.example.com:8443',
      SMTP_URL: 'smtp://localhost:2525',
      MAIL_FROM: 'Garden <garden@example.com>',
      LOG_LEVEL: 'warn',
    })
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://frond.example.com',
      adminEmail: 'root@example.com',
      registration: 'invite',
      trustedProxies: ['10.0.0.0/8', '::1'],
      imageOrigins: ['https://images.example.com'],
      corsOrigins: ['https://a.example.com', 'https://b.example.com:8443'],
      mailFrom: 'Garden <garden@example.com>',
      defaulted: [],
    })
  })

  it.each([
    ['production', true],
    ['development', false],
    ['test', false],
    ['', false],
  ])('takes NODE_ENV=%s', (NODE_ENV, production) => {
    expect(read({ FROND_SECRET: SECRET, NODE_ENV }).production).toBe(production)
  })

  it('creates the demo’s secret and password once, readable only by their owner', () => {
    const first = read()
    expect(Buffer.byteLength(first.secret)).toBeGreaterThanOrEqual(32)
    expect(first.adminPassword).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(read()).toMatchObject({ secret: first.secret, adminPassword: first.adminPassword })
    for (const name of ['secret', 'admin-password']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(first.secret)
  })

  it('refuses a file in place of the data folder', () => {
    const FROND_DATA_DIR = join(dataDir, 'secret')
    writeFileSync(FROND_DATA_DIR, 'not a folder')
    expect(() => read({ FROND_DATA_DIR })).toThrow(`The data folder ${FROND_DATA_DIR} cannot be written: it is a file`)
  })

  it('refuses a stored secret that was emptied', () => {
    writeFileSync(join(dataDir, 'secret'), '\n')
    expect(() => read()).toThrow(/secret is empty: delete it/)
  })

  it('needs neither secret nor administrator for the console alone', () => {
    const settings = read({ NODE_ENV: 'production', API_URL: 'https://api.example.com' })
    expect(settings).toMatchObject({ apiUrl: 'https://api.example.com', secret: '', adminPassword: null })
  })

  it('takes an origin in any case, with the port that its scheme has anyway', () => {
    expect(read({ PUBLIC_URL: 'HTTPS://Frond.Example.com:443/' }).publicUrl).toBe('https://frond.example.com')
  })

  it('takes an API below a path, with or without a slash at its end', () => {
    for (const API_URL of ['https://example.com/plants/frond', 'https://example.com/plants/frond/'])
      expect(read({ API_URL }).apiUrl).toBe('https://example.com/plants/frond')
  })

  const database = 'DATABASE_URL must be an address such as postgres://user:password@host:5432/frond'
  const escapes = '; in user and password write / as %2F, # as %23, ? as %3F and % as %25'
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PORT: '4600.5' }, 'PORT must be a whole number'],
    [{ PORT: '0x10' }, 'PORT must be a whole number'],
    [{ PUBLIC_URL: 'frond.example.com' }, 'PUBLIC_URL must be an origin such as https://frond.example.com, without a path'],
    [{ PUBLIC_URL: 'https://frond.example.com/console' }, 'PUBLIC_URL must be an origin'],
    [{ PUBLIC_URL: 'https://frond.example.com?page=1' }, 'PUBLIC_URL must be an origin'],
    [{ PUBLIC_URL: 'https://*.example.com' }, 'PUBLIC_URL must be an origin'],
    [{ PUBLIC_URL: 'ftp://frond.example.com' }, 'PUBLIC_URL must be an origin'],
    [{ PUBLIC_URL: 'https://me@frond.example.com' }, 'PUBLIC_URL must be an origin'],
    [{ DATABASE_URL: 'mysql://db/frond' }, `${database}${escapes}`],
    [{ DATABASE_URL: 'postgres://a:5432,b:x/frond' }, database],
    [{ DATABASE_URL: 'postgres://a,/frond' }, 'DATABASE_URL names no host'],
    [{ DATABASE_URL: 'postgres://frond:on/off@db/frond' }, `${database}${escapes}`],
    [{ DATABASE_URL: 'postgres://frond:1/off@db/frond' }, `${database}${escapes}`],
    [{ DATABASE_URL: 'postgres://frond:1#off@db/frond' }, `${database}${escapes}`],
    [{ DATABASE_URL: 'postgres://frond:1?off@db/frond' }, `${database}${escapes}`],
    [{ DATABASE_URL: 'postgres://frond:on@1/off@db/frond' }, `${database}${escapes}`],
    [{ SMTP_URL: 'smtps://me@example.com:1/off@mail.example.com:465' }, escapes],
    [
      { DATABASE_URL: 'postgres:///frond?host=/run/postgresql' },
      'DATABASE_URL names no host: write a Unix socket as in postgres://user@%2Frun%2Fpostgresql/frond',
    ],
    [{ DATABASE_URL: 'postgres://frond:pw@/frond?host=/run/postgresql' }, 'DATABASE_URL names no host'],
    [
      { DATABASE_URL: 'postgres://a,b/frond?target_session_attrs=any' },
      'DATABASE_URL needs a server that is read-write or primary: remove target_session_attrs from it',
    ],
    [
      { DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x?target_session_attrs=read-write' },
      'DATABASE_READ_URL needs a server that is read-only or standby or prefer-standby',
    ],
    [{ DATABASE_READ_URL: 'postgres://b/frond' }, 'DATABASE_READ_URL needs DATABASE_URL, which is not set'],
    [{ DATABASE_LISTEN_URL: 'postgres://b/frond' }, 'DATABASE_LISTEN_URL needs DATABASE_URL, which is not set'],
    [{ FROND_CITUS: '1' }, 'FROND_CITUS=1 needs DATABASE_URL'],
    [{ FROND_CITUS: '1', DATABASE_URL: 'postgres://a/frond' }, 'FROND_CITUS=1 needs FROND_DEMO=0'],
    [
      { FROND_CITUS: '1', FROND_DEMO: '0', DATABASE_URL: 'postgres://a/x', DATABASE_READ_URL: 'postgres://b/x' },
      'FROND_CITUS=1 works without DATABASE_READ_URL only: remove it',
    ],
    [{ FROND_SECRET: 'x'.repeat(31) }, 'FROND_SECRET must have 32 bytes or more'],
    [{ FROND_SECRET: 'a'.repeat(64) }, 'FROND_SECRET has too few different characters'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of production, development, test, not "prod"'],
    [{ NODE_ENV: 'Production', FROND_SECRET: SECRET }, 'NODE_ENV must be one of production, development, test, not "Production"'],
    [{ NODE_ENV: 'production' }, 'FROND_SECRET is required in production, 32 bytes or more'],
    [{ NODE_ENV: 'production', FROND_SECRET: 'short' }, 'FROND_SECRET must have 32 bytes or more'],
    [{ FROND_DEMO: 'yes' }, 'FROND_DEMO must be 1 or 0, not "yes"'],
    [{ FROND_INSPECTOR: 'true' }, 'FROND_INSPECTOR must be 1 or 0, not "true"'],
    [{ FROND_ADMIN_EMAIL: 'admin' }, 'FROND_ADMIN_EMAIL must be a valid email address, not "admin"'],
    [{ FROND_ADMIN_PASSWORD: 'short' }, 'FROND_ADMIN_PASSWORD must have 6 characters or more'],
    [{ FROND_ADMIN_PASSWORD: 'x'.repeat(1025) }, 'FROND_ADMIN_PASSWORD must have 1,024 bytes or fewer'],
    [{ ...production, FROND_ADMIN_EMAIL: 'root@example.com' }, 'Set both FROND_ADMIN_EMAIL and FROND_ADMIN_PASSWORD, or neither'],
    [{ FROND_REGISTRATION: 'yes' }, 'FROND_REGISTRATION must be one of open, invite, closed, not "yes"'],
    [{ FROND_PASSWORD_MIN: '5' }, 'FROND_PASSWORD_MIN must be a whole number from 6 to 128, not "5"'],
    [{ FROND_ACCESS_TOKEN_S: '5' }, 'FROND_ACCESS_TOKEN_S must be a whole number from 10 to 86400'],
    [{ FROND_SESSION_IDLE_S: '600' }, 'FROND_SESSION_IDLE_S must not be less than FROND_ACCESS_TOKEN_S'],
    [{ FROND_SESSION_MAX_S: '3600' }, 'FROND_SESSION_MAX_S must not be less than FROND_SESSION_IDLE_S'],
    [{ FROND_UPLOAD_MAX_BYTES: '16MB' }, 'FROND_UPLOAD_MAX_BYTES must be a whole number'],
    [
      { SMTP_URL: 'mail.example.com' },
      `SMTP_URL must be an address such as smtps://user:password@mail.example.com:465${escapes}`,
    ],
    [{ SMTP_URL: 'smtps://me:on#off@mail.example.com' }, 'SMTP_URL must be an address such as smtps://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address such as Frond <frond@example.com>, not "nobody"'],
    [{ TRUSTED_PROXIES: 'proxy.example.com' }, 'TRUSTED_PROXIES must list addresses and CIDR ranges such as 10.0.0.0/8'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must list addresses'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES must list addresses'],
    [{ TRUSTED_PROXIES: 'true' }, 'TRUSTED_PROXIES must list addresses'],
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS must list origins such as https://frond.example.com'],
    [
      { CORS_ORIGINS: 'https://a.example.com,https://*.example.com' },
      'CORS_ORIGINS must list origins such as https://frond.example.com, each without a path and without *, not "https://*.example.com"',
    ],
    [{ CORS_ORIGINS: 'https://a.example.com/x' }, 'CORS_ORIGINS must list origins'],
    [{ FROND_IMAGE_ORIGINS: 'https://*.example.com' }, 'FROND_IMAGE_ORIGINS must list origins'],
    [{ GOOGLE_AUTH_URL: 'accounts.google.com' }, 'GOOGLE_AUTH_URL must be an address such as https://accounts.google.com'],
    [{ GOOGLE_USERINFO_URL: 'userinfo' }, 'GOOGLE_USERINFO_URL must be an address such as https://openidconnect.googleapis.com'],
    [{ FACEBOOK_APP_ID: '1' }, 'Set both FACEBOOK_APP_ID and FACEBOOK_APP_SECRET, or neither'],
    [
      { FACEBOOK_APP_SECRET: '1', API_URL: 'https://api.example.com' },
      'Set both FACEBOOK_APP_ID and FACEBOOK_APP_SECRET, or neither',
    ],
    [{ API_URL: 'api.example.com' }, 'API_URL must be an address such as https://api.example.com/frond'],
    [{ API_URL: 'https://api.example.com/frond?v=2' }, 'API_URL must be an address such as https://api.example.com/frond'],
    [{ FROND_METRICS_TOKEN: 'short' }, 'FROND_METRICS_TOKEN must have 16 characters or more'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "verbose"'],
    [{ FROND_REGISTRAITON: 'open' }, 'FROND_REGISTRAITON is not a setting of Frond'],
  ]
  it.each(wrong)('refuses %o with a sentence', (env, sentence) => {
    let refused: unknown
    try {
      read(env)
    } catch (error) {
      refused = error
    }
    expect(isSettingsError(refused)).toBe(true)
    expect((refused as Error).message).toContain(sentence)
  })

  it('accepts a PostgreSQL of several hosts, a standby for reads, and PostgreSQL itself beside a pooler', () => {
    const urls = {
      DATABASE_URL: 'postgres://frond:pw@a:5432,b:5433/frond?target_session_attrs=read-write',
      DATABASE_READ_URL: 'postgres://frond:pw@a:5432,b:5433/frond?target_session_attrs=standby',
      DATABASE_LISTEN_URL: 'postgres://frond:pw@a,b/frond',
    }
    expect(read(urls)).toMatchObject({
      databaseUrl: urls.DATABASE_URL,
      databaseReadUrl: urls.DATABASE_READ_URL,
      databaseListenUrl: urls.DATABASE_LISTEN_URL,
    })
  })

  it('never repeats a password in a message', () => {
    for (const env of [
      { DATABASE_URL: 'mysql://frond:hunter22@db/x' },
      { DATABASE_URL: 'postgres://frond:1/hunter22@db/x' },
      { SMTP_URL: 'imap://me:hunter22@mail' },
    ])
      expect(() => read(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter22') as string }))
  })
})
