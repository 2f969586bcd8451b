import sql, { join, type Sql } from 'sql-template-tag'

/** What words begin behind; the separator of searched fields is among them, see the migrations. */
const BEFORE_WORDS = ['\u001f', ' ', '-', '.', '@']

/** Texts shorter than this have no trigram of their own to be found by anywhere; at the beginning of a word they have. */
const ANYWHERE_FROM = 3

/**
 * The condition that `v.search` holds a text, folded when it was written, as this one is here: anywhere in it, or, where the text is one
 * letter or two, at the beginning of a word.
 */
export function searched(q: string): Sql {
  const typed = literal(q)
  const anywhere = sql`v.search like folded(${`%${typed}%`})`
  if (q.length >= ANYWHERE_FROM || !/^[\p{L}\p{N}]/u.test(q)) return anywhere
  const begins = ['', ...BEFORE_WORDS.map((before) => `%${literal(before)}`)].map(
    (before) => sql`v.search like folded(${`${before}${typed}%`})`,
  )
  return sql`(${join(begins, ' or ')})`
}

/** A pattern that matches this text and nothing else. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
