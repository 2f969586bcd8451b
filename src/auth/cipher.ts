import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'

/** Ships with the console, so this hides a token from a glance and from nothing else. */
const PASSPHRASE = 'frond'

/** The token as it lies in storage; two calls never give the same text. */
export function encrypt(token: string): string {
  return AES.encrypt(token, PASSPHRASE).toString()
}

/** The text in a ciphertext; null when it is none. What comes back may still be garbage: check its shape. */
export function decrypt(ciphertext: string): string | null {
  try {
    return AES.decrypt(ciphertext, PASSPHRASE).toString(Utf8)
  } catch {
    return null
  }
}
