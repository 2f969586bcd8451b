import { EMAIL_PATTERN } from '../../contract/session'
import { settingsError, text, type Environment } from './environment'
import { makePassword, makeSecret, storedSecret } from './secrets'
import type { Parsed, Settings } from './settings'

/** Reads the secret that signs tokens; outside production generates a missing one. Throws a `SettingsError` for an unusable one. */
export function readSecret(env: Environment, parsed: Parsed): string {
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

/** Reads the administrator that a start creates; the demo has one anyway. Throws a `SettingsError` for an invalid one. */
export function readAdmin(env: Environment, parsed: Parsed): Pick<Settings, 'adminEmail' | 'adminPassword'> {
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
  if (email.length > 254 || !EMAIL_PATTERN.test(email))
    throw settingsError(`${name} must be a valid email address, not "${email}"`)
}
