/** Most prepared statements per connection: filters produce ever new combinations. */
const PREPARED_MAX = 300
/** Most statements remembered until they come a second time. */
const SEEN_MAX = 3000

/** Marks a statement that is never prepared, such as a search: its text depends on the typed words, and there are too many to keep. */
export const UNPREPARED = '/* unprepared */'

/** Returns the name to prepare a statement under; undefined sends it unprepared. */
export type NameStatement = (text: string) => string | undefined

/**
 * Names each statement from its second use on, except marked ones. PostgreSQL parses a named one once per connection, and plans it once where a
 * generic plan costs no more than one per call: parsing and planning take three quarters of the time of a list's page.
 */
export function createStatementNames(): NameStatement {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    if (text.includes(UNPREPARED)) return undefined
    const name = names.get(text)
    if (name !== undefined || names.size >= PREPARED_MAX) return name
    if (seen.delete(text)) {
      const newName = `frond_${names.size + 1}`
      names.set(text, newName)
      return newName
    }
    if (seen.size >= SEEN_MAX) seen.clear()
    seen.add(text)
    return undefined
  }
}

/** SQLSTATEs of a prepared statement whose table has changed (0A000), or which another connection of a pooler has (26000). */
const OUTDATED = new Set(['0A000', '26000'])

/** Whether a statement failed because the connection's prepared one no longer fits: it will fail until the connection is replaced. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OUTDATED.has(String(error.code))
}
