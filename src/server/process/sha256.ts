import { createHash } from 'node:crypto'

/** Hashes with SHA-256, in hexadecimal. A secret of 256 random bits needs no salt and no slow hash. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
