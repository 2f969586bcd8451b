import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'

/** Ships with the console, so it only obfuscates the token. */
const PASSPHRASE = 'frond'

/** The stored form of a token; each call returns a different text. */
export function encrypt(token: string): string {
  return AES.encrypt(token, PASSPHRASE).toString()
}

/** Decrypts a text; null when it is not a ciphertext. The result may still be garbage: check its shape. */
export function decrypt(ciphertext: string): string | null {
  try {
    return AES.decrypt(ciphertext, PASSPHRASE).toString(Utf8)
  } catch {
    return null
  }
}
