import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { plantMatches, type FoundPlant } from '../../contract/plantCalls'
import { literal, lower, searched, unaccented } from '../crud/search'
import type { Database, Queryable } from '../db/database'

/** A search: its words, joined by single blanks, and the most results. */
export interface Search {
  readonly text: string
  readonly limit: number
}

/** Shorter texts have too few trigrams for a similarity search. */
const SIMILAR_FROM = 3
/** Least share of common trigrams of a similar name: one wrong letter in a word of eight. */
const SIMILAR_SHARE = 0.45

/** Separator before and after each name; see the migrations. */
const SEPARATOR = '\u001f'

interface Found extends Omit<FoundPlant, 'match'> {
  readonly rank: number
}

/** Most plants examined per kind of match, ordered by title: among very many matches there is no best one. */
const LOOKED_AT = 500

/**
 * Searches plants by any of their names, best match first: the whole name, its beginning, the beginning of a word, all words in any
 * order, and, when these are too few, similar names; one or two letters match beginnings only. Archived plants come last among equals.
 */
export async function searchPlants(db: Database, search: Search): Promise<FoundPlant[]> {
  if (search.text === '') return []
  const holding = await best(db, search, sql`id in (${holders(search)})`)
  const missing = search.limit - holding.length
  if (missing === 0 || search.text.length < SIMILAR_FROM) return holding
  return [...holding, ...(await similar(db, { ...search, limit: missing }))]
}

/** Selects the ids of plants with the text in a name; tries a weaker kind of match only when the stronger ones give too few. */
function holders({ text, limit }: Search): Sql {
  const like = (before: string, after = '') =>
    unaccented(raw('names'), (names) => sql`${names} like ${lower(`%${before}${literal(text)}${after}%`)}`)
  const words = join(
    [' ', '-', "'"].map((before) => like(before)),
    ' or ',
  )
  const ways = [
    like(SEPARATOR, SEPARATOR),
    like(SEPARATOR),
    words,
    ...(text.length < SIMILAR_FROM ? [] : [searched(text, raw('names'))]),
  ]
  const name = (at: number) => raw(`way_${at}`)
  const parts = ways.map((way, at) => {
    const found = sql`select id from plants where ${way} order by title, id limit ${LOOKED_AT}`
    const few = ways.slice(0, at).map((_, place) => sql`(select count(*) from ${name(place)}) < ${limit}`)
    return sql`${name(at)} as materialized (select id from (${found}) as found ${at === 0 ? empty : sql`where ${join(few, ' and ')}`})`
  })
  const all = ways.map((_, at) => sql`select id from ${name(at)}`)
  return sql`with ${join(parts)} ${join(all, ' union ')}`
}

function similar(db: Database, search: Search): Promise<FoundPlant[]> {
  const { text } = search
  return db.transaction(async (tx) => {
    await tx.query(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILAR_SHARE)}, true)`)
    const isLike = unaccented(raw('names'), (names) => sql`${lower(text)} <% ${names}`)
    return best(tx, search, sql`${isLike} and not ${searched(text, raw('names'))}`)
  })
}

async function best(db: Queryable, { text, limit }: Search, condition: Sql): Promise<FoundPlant[]> {
  const typed = literal(text)
  const { rows } = await db.query<Found>(sql`
    with found as (
      select id, title, status, common_names, synonyms, name_rank(unaccented(names), ${lower(typed)}) as rank,
        word_similarity(${lower(text)}, unaccented(names)) as likeness
      from plants
      where ${condition}
      order by rank, status = 'archived', likeness desc, title, id
      limit ${limit}
    )
    select found.id, found.title, found.status, found.rank, closest.name as "matchedName"
    from found
    cross join lateral (
      select name
      from (
        select found.title as name, 0 as at
        union all select one ->> 'name', at from unnest(found.common_names) with ordinality as common (one, at)
        union all select one, 1000 + at from unnest(found.synonyms) with ordinality as synonym (one, at)
      ) as known
      order by name_rank(unaccented(U&'\\001F' || name || U&'\\001F'), ${lower(typed)}),
        word_similarity(${lower(text)}, unaccented(name)) desc, at
      limit 1
    ) as closest
    order by found.rank, found.status = 'archived', found.likeness desc, found.title, found.id`)
  return rows.map(({ rank, ...plant }) => ({ ...plant, match: plantMatches[rank] ?? 'similar' }))
}
