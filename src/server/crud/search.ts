import sql, { join, raw, type Sql } from 'sql-template-tag'
import { EUI_PATTERN, normalizeEui } from '../../contract/eui'
import { searchWords } from '../../contract/list'
import { UNPREPARED } from '../db/prepared'

/** Characters that precede a word; the separator of searched fields (see the migrations) is among them. */
const BEFORE_WORDS = ['\u001f', ' ', '-', '.', '@']

/** Shorter words have no trigram of their own that an index could find anywhere, only at the beginning of a word. */
const ANYWHERE_FROM = 3

/** Characters around a word, in a regular expression. */
const AROUND_WORDS = '[\u001f\\s.,;:@/()"\'&_-]'

/** Most words compared: each is a condition of its own. The others are ignored. */
const WORDS_MAX = 8

/**
 * Builds the condition that a column of searched fields, folded when it was written, contains every typed word, or the typed EUI. One or two
 * letters count at the beginning of a word; beside other words as a word, because one of the other fields, such as an EUI, would often begin
 * with them, or where the whole text is as it was typed.
 */
export function searched(q: string, column = sql`v.search`, compared = byIndex): Sql {
  const words = searchWords(q)
  if (words.length === 0) return sql`false`
  const eui = normalizeEui(q.replace(/[.\s]/g, ''))
  const ways = [
    unaccented(
      column,
      (text) =>
        join(
          words.slice(0, WORDS_MAX).map((word) => contains(text, word, words.length === 1)),
          ' and ',
        ),
      compared,
    ),
    ...(words.length > 1 && words.some(isShort)
      ? [unaccented(column, (text) => containsAnywhere(text, words.join(' ')), compared)]
      : []),
    ...(EUI_PATTERN.test(eui) ? [sql`${column} like ${`%${eui.toLowerCase()}%`}`] : []),
  ]
  return sql`(${join(ways, ' or ')})`
}

/**
 * Builds a condition on a folded column that ignores accents. Texts of ASCII alone are compared as they are: only the others are in the index
 * of unaccented texts, and are worth the time that each comparison takes. They are found by an equation: of one that it has no statistics of,
 * the planner expects few rows, and uses the index.
 */
export function unaccented(column: Sql, condition: (text: Sql) => Sql, compared = byIndex): Sql {
  const hasOthers = sql`least(octet_length(${column}) - length(${column}), 1) = 1`
  return sql`(${condition(column)} or ${hasOthers} and ${compared(sql`unaccented(${column})`, condition)})`
}

/** Compares so that the index of unaccented texts can serve the condition. */
function byIndex(text: Sql, condition: (text: Sql) => Sql): Sql {
  return condition(text)
}

/** Compares where no index serves: makes the unaccented text once for each row, not once for each comparison. */
export function byRow(text: Sql, condition: (text: Sql) => Sql): Sql {
  return sql`exists (select from (select ${text} as text offset 0) as made where ${condition(sql`made.text`)})`
}

/** Builds the condition that a text contains the word: anywhere, or, for one or two letters, as a word, or at the beginning of one. */
function contains(text: Sql, word: string, isAlone: boolean): Sql {
  if (!isShort(word)) return containsAnywhere(text, word)
  if (!isAlone) {
    const escaped = word.replace(/[^\p{L}\p{N}]/gu, '\\$&')
    return sql`${text} ~ ${lower(`(^|${AROUND_WORDS})${escaped}($|${AROUND_WORDS})`)}`
  }
  const begins = ['', ...BEFORE_WORDS.map((before) => `%${literal(before)}`)].map(
    (before) => sql`${text} like ${lower(`${before}${literal(word)}%`)}`,
  )
  return sql`(${join(begins, ' or ')})`
}

function containsAnywhere(text: Sql, words: string): Sql {
  return sql`${text} like ${lower(`%${literal(words)}%`)}`
}

function isShort(word: string): boolean {
  return word.length < ANYWHERE_FROM && /^[\p{L}\p{N}]/u.test(word)
}

/** Lowers what `searchWords` made of a typed text, as `unaccented` does; marks the statement of a search. */
export function lower(words: string): Sql {
  return sql`${raw(UNPREPARED)} lower(${words} collate code_points) collate "C"`
}

/** Escapes a text for LIKE. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
