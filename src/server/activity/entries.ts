import sql, { join, type Sql } from 'sql-template-tag'
import type { ActivityEntry, ActivityPage, ActivityQuery } from '../../contract/activity'
import { byRow, searched } from '../crud/search'
import type { Queryable } from '../db/database'
import { changesOf, namesIn, type Snapshot } from './changes'

/** How many entries are compared with a text one by one. */
const COMPARED_MAX = 2000

/** An entry of the audit log, and how many similar ones the same call made. */
interface Entry {
  readonly id: number
  readonly at: string
  readonly userId: string | null
  readonly userName: string | null
  readonly action: ActivityEntry['action']
  readonly subject: string
  readonly subjectId: string | null
  readonly before: Snapshot | null
  readonly after: Snapshot | null
  readonly requestId: string | null
  readonly rows: number
}

/**
 * Reads the activity, newest first. Collapses what one call did alike to many rows into its last entry, unless the query asks for `each`, a
 * row, a call or a text.
 */
export async function readActivity(db: Queryable, query: ActivityQuery): Promise<ActivityPage> {
  const { q } = query
  const isEach = query.each || query.rowId !== null || query.requestId !== null || q !== null
  const conditions = conditionsOf(query)
  if (q !== null) conditions.push(await called(db, q, query))
  if (!isEach) conditions.push(isLast)
  const { rows } = await db.query<Entry>(sql`
    select e.id, e.at, e.user_id as "userId", u.fullname as "userName", e.action, e.subject, e.subject_id as "subjectId",
      e.before, e.after, e.request_id as "requestId", ${isEach ? sql`1` : alike} as rows
    from audit_entries e left join users u on u.id = e.user_id
    where ${join(conditions, ' and ')}
    order by e.id desc limit ${query.pageSize + 1}`)
  const page = rows.slice(0, query.pageSize)
  const names = await namesIn(db, page)
  return {
    result: page.map((entry) => toActivityEntry(entry, names)),
    meta: { next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null },
  }
}

const sameCall = sql`o.request_id = e.request_id and o.subject = e.subject and o.action = e.action`
const alike = sql`(select greatest(count(*), 1) from audit_entries o where ${sameCall})`
const isLast = sql`not exists (select from audit_entries o where ${sameCall} and o.id > e.id)`

function conditionsOf({ area, rowId, actor, action, requestId, from, to, before }: ActivityQuery): Sql[] {
  return [
    sql`true`,
    ...(area === null ? [] : [sql`e.subject = ${area}`]),
    ...(rowId === null ? [] : [sql`e.subject_id = ${rowId}`]),
    ...(actor === null ? [] : [sql`e.user_id = ${actor}`]),
    ...(action.length === 0 ? [] : [sql`e.action = any(${action})`]),
    ...(requestId === null ? [] : [sql`e.request_id = ${requestId}`]),
    ...(from === null ? [] : [sql`e.at >= ${from}`]),
    ...(to === null ? [] : [sql`e.at < ${to}`]),
    ...(before === null ? [] : [sql`e.id < ${before}`]),
  ]
}

interface Newest {
  /** The id at which a page of entries that contain the text themselves is full; null when the newest entries do not fill it. */
  readonly end: number | null
  /** Whether there are no entries besides the newest. */
  readonly isAll: boolean
}

/**
 * Searches the newest entries that meet every condition with an index (all but the action). A page of a common word, or of any word under
 * narrow conditions, is then read without finding all entries with the word, which may be a million.
 */
async function newestWith(db: Queryable, q: string, query: ActivityQuery): Promise<Newest> {
  const { rows } = await db.query<{ total: number; end: number | null }>(sql`
    select count(*) as total, (array_agg(e.id order by e.id desc)
      filter (where ${join(conditionsOf(query), ' and ')} and ${searched(q, sql`e.search`, byRow)}))[${query.pageSize + 1}] as end
    from (
      select * from audit_entries e where ${join(conditionsOf({ ...query, action: [] }), ' and ')} order by e.id desc limit ${COMPARED_MAX}
    ) as e`)
  const { total, end } = rows[0] ?? { total: 0, end: null }
  return { end, isAll: total < COMPARED_MAX }
}

/**
 * Builds the condition that an entry contains a text, or another entry of its row does: some contain only the changed fields, not the row's
 * name.
 */
async function called(db: Queryable, q: string, query: ActivityQuery): Promise<Sql> {
  const { area, rowId } = query
  const { end, isAll } = await newestWith(db, q, query)
  // Entries of one row would each be compared with all the others: below, its text is found once.
  if (end !== null || (isAll && rowId === null))
    return sql`e.id >= ${end ?? 0} and (${searched(q, sql`e.search`)} or exists (
      select from audit_entries v where v.subject = e.subject and v.subject_id = e.subject_id and ${searched(q)}
    ))`
  const matching = [
    searched(q),
    ...(area === null ? [] : [sql`v.subject = ${area}`]),
    ...(rowId === null ? [] : [sql`v.subject_id = ${rowId}`]),
  ]
  return sql`e.id in (
    with matching as (select id, subject, subject_id from audit_entries v where ${join(matching, ' and ')})
    select id from matching
    -- Distinct rows: otherwise a word that all entries contain would join every entry of a row with every other one.
    union select o.id from (select distinct subject, subject_id from matching) m
      join audit_entries o on o.subject = m.subject and o.subject_id = m.subject_id
  )`
}

function toActivityEntry(entry: Entry, names: ReadonlyMap<string, string>): ActivityEntry {
  const { id, at, userId, userName, action, subject, subjectId, requestId, rows } = entry
  const isOne = rows === 1
  const { title, changes, details, restorable } = changesOf(entry, names)
  return {
    id,
    at,
    actor: { kind: actorKind(entry), id: userId, name: userName },
    action,
    area: subject,
    rowId: isOne ? subjectId : null,
    title: isOne ? title : null,
    rows,
    changes: isOne ? changes : [],
    details: isOne ? details : {},
    restorable: isOne && restorable,
    requestId,
  }
}

/** Actions by people who are not signed in. */
const guests: ReadonlySet<string> = new Set([
  'sign_in_failed',
  'sign_in_refused',
  'second_factor_failed',
  'second_factor_refused',
])

function actorKind({ userId, action }: Entry): ActivityEntry['actor']['kind'] {
  if (userId !== null) return 'user'
  return guests.has(action) ? 'guest' : 'system'
}
