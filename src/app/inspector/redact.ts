import type { Redacted } from './messages'

/** The allow-list of fields, at any depth: those of the session, then those of the other machines. */
const fields =
  'cause durable endsAt epoch error expiresAt failures grant kind output provider reason remember retryAt sessionId step subject tokenId ttl accepted retryAfterMs assigned at changed checked created done dryRun errors failed needsPreview none outcome parts recounted refused restorable rows sent skipped tally total wasLive'.split(
    ' ',
  )
/** Fields whose distinct values are replaced by numbers, in order of appearance. */
const numbered = /Id$|^subject$/
/** The allow-list of texts; any other text is dropped. */
const words =
  /^(storage|peer|visible|online|restored|retry|google|facebook|passkey|rejected|refused|transient|challenged|rotated|adopted|cleared|user|elsewhere|corrupt|cutOff|overtaken)$/

/** Reduces an event or a context to the allow-lists, and a list to its length. Each page has one redactor, which numbers its identities. */
export function createRedactor() {
  const known: unknown[] = []

  function allowedField(field: string, value: unknown): unknown {
    if (field && !fields.includes(field)) return undefined
    return Array.isArray(value) ? value.length : value
  }

  function allowedValue(field: string, value: unknown): unknown {
    if (value && numbered.test(field)) return `#${known.indexOf(value) + 1 || known.push(value)}`
    return typeof value === 'string' && !words.test(value) ? undefined : value
  }

  return (value: object): Redacted => {
    try {
      return JSON.parse(JSON.stringify(value, allowedField), allowedValue) as Redacted
    } catch {
      // A circular structure cannot be reported, and must not stop the actor.
      return {}
    }
  }
}
