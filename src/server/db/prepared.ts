/** Statements that a connection keeps prepared, at the most: filters in ever new combinations make ever new ones. */
const PREPARED_MAX = 300
/** Statements that are remembered until they come a second time. */
const SEEN_MAX = 3000

/** Name under which a statement is prepared; undefined: it is sent as it is. */
export type NameStatement = (text: string) => string | undefined

/**
 * Names each statement that comes a second time. PostgreSQL parses a named one once a connection, and plans it once where a plan for all
 * values costs no more than one for each: on a page of a list, parsing and planning take three quarters of its time.
 */
export function createStatementNames(): NameStatement {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= PREPARED_MAX) return name
    if (seen.delete(text)) {
      const made = `frond_${names.size + 1}`
      names.set(text, made)
      return made
    }
    if (seen.size >= SEEN_MAX) seen.clear()
    seen.add(text)
    return undefined
  }
}
