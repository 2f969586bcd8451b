import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'

/** Hashes a key to bytes that look random but are always the same: the demo is the same garden everywhere. */
function bytesOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** A number from 0 to below 1, derived from the key. */
export function share(key: string): number {
  return bytesOf(key).readUInt32BE(0) / 2 ** 32
}

/** A number from `min` to `max`, derived from the key, rounded to `decimals`. */
export function between(key: string, min: number, max: number, decimals = 0): number {
  return Number((min + share(key) * (max - min)).toFixed(decimals))
}

/** One of the items, chosen by the key. */
export function pick<T>(key: string, items: readonly [T, ...T[]]): T {
  return items[Math.floor(share(key) * items.length)] ?? items[0]
}

/** `digits` hexadecimal digits in upper case, derived from the key. */
export function hex(key: string, digits: number): string {
  return bytesOf(key).toString('hex').slice(0, digits).toUpperCase()
}

/** An EUI-64 derived from the key, in a range that no manufacturer owns. */
export function euiOf(key: string): string {
  return `02F0ED${hex(key, 10)}`
}

/** An id (UUIDv7) at a time, with its random part derived from the key. */
export function idOf(key: string, at: Date): string {
  return uuid({ msecs: at.getTime(), random: bytesOf(key).subarray(0, 16) })
}
