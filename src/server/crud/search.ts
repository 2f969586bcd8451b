import sql, { join, type Sql } from 'sql-template-tag'

/** Characters that precede a word; the separator of searched fields (see the migrations) is among them. */
const BEFORE_WORDS = ['\u001f', ' ', '-', '.', '@']

/** Shorter texts have no trigram of their own that an index could find anywhere, only at the beginning of a word. */
const ANYWHERE_FROM = 3

/**
 * Builds the condition that a column of searched fields, folded when it was written, contains the folded text: anywhere, or, for one or two
 * letters, at the beginning of a word.
 */
export function searched(q: string, column = sql`v.search`): Sql {
  const typed = literal(q)
  const anywhere = sql`${column} like folded(${`%${typed}%`})`
  if (q.length >= ANYWHERE_FROM || !/^[\p{L}\p{N}]/u.test(q)) return anywhere
  const begins = ['', ...BEFORE_WORDS.map((before) => `%${literal(before)}`)].map(
    (before) => sql`${column} like folded(${`${before}${typed}%`})`,
  )
  return sql`(${join(begins, ' or ')})`
}

/** Escapes a text for LIKE. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
