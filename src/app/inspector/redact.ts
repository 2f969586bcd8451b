import type { Redacted } from './wire'

/** Fields whose numbers, switches and known words may be seen; objects in them are looked into by the same rules. */
const open =
  'at cause durable epoch error expiresAt failures grant kind output provider reason remember retryAfterS retryAt role startedAt ttl'
/** Fields that identify: each value gets a number of its own, in the order of appearance. */
const numbered = 'tokenId subject sessionId'
/** Fields of which no more is told than that they were there. */
const hidden = 'email password fields invitation message'
/** The only words that pass. */
const known = new Set(
  'admin storage peer visible online restored retry google facebook rejected refused transient cancelled rotated adopted gone none user elsewhere corrupt'.split(
    ' ',
  ),
)
/** An output holds a grant, and that holds plain values. */
const DEPTH = 3

/** Keeps of an event or a context what is on the list, whatever else they hold. One redactor numbers the identities of one page. */
export function createRedactor(): (value: object) => Redacted {
  const numbers = new Map<unknown, number>()
  const numberOf = (value: unknown) => numbers.get(value) ?? (numbers.set(value, numbers.size + 1), numbers.size)

  function seen(value: unknown, depth: number): Redacted[string] {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
    if (typeof value === 'object' && depth > 0) return redact(value, depth - 1)
    return typeof value === 'string' && known.has(value) ? value : '•••'
  }

  function redact(value: object, depth: number): Redacted {
    const left: Record<string, Redacted[string]> = {}
    const keep = (names: string, show: (found: unknown) => Redacted[string]) => {
      for (const name of names.split(' ')) {
        const found: unknown = Reflect.get(value, name)
        if (found !== undefined) left[name] = found === null ? null : show(found)
      }
    }
    keep(open, (found) => seen(found, depth))
    keep(numbered, (found) => `№ ${numberOf(found)}`)
    keep(hidden, () => '•••')
    return left
  }

  return (value) => redact(value, DEPTH)
}
