import { createHmac, hkdfSync } from 'node:crypto'
import type { Settings } from '../process/settings'

/** Prefix by which people and secret scanners recognise a signing secret. */
const PREFIX = 'fws_'

/** Derives the signing secret of this id, so that no table, backup or log contains it. */
export function signingSecretOf({ secret }: Pick<Settings, 'secret'>, secretId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'frond webhook signatures', 32))
  return `${PREFIX}${createHmac('sha256', key).update(secretId).digest('base64url')}`
}

/** The value of `X-Frond-Signature` for a body sent at `at`: `t=…,v1=…`, where v1 is the HMAC-SHA-256 of `{t}.{body}`. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
