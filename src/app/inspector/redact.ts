import type { Redacted } from './wire'

/** The only fields that are read at all, wherever they stand. */
const fields =
  'cause durable endsAt epoch error expiresAt failures grant kind output provider reason remember retryAt sessionId step subject tokenId ttl'.split(
    ' ',
  )
/** Those of which each value gets a number of its own, in the order of appearance. */
const numbered = /Id$|^subject$/
/** The only words that pass; any other text is left out. */
const words =
  /^(storage|peer|visible|online|restored|retry|google|facebook|passkey|rejected|refused|transient|challenged|rotated|adopted|gone|user|elsewhere|corrupt)$/

/** Reduces an event or a context to the fields on the lists. One redactor numbers the identities of one page. */
export function createRedactor() {
  const known: unknown[] = []

  function shown(field: string, value: unknown): unknown {
    if (value && numbered.test(field)) return `#${known.indexOf(value) + 1 || known.push(value)}`
    return typeof value === 'string' && !words.test(value) ? undefined : value
  }

  return (value: object): Redacted => {
    try {
      return JSON.parse(JSON.stringify(value, fields), shown) as Redacted
    } catch {
      // What goes in circles cannot be told, and must not stop the session.
      return {}
    }
  }
}
