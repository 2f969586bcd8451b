import sql, { type Sql } from 'sql-template-tag'
import type { ChangeEvent } from '../../contract/events'
import { resources } from '../../contract/index'
import { databaseFault, type Queryable } from '../db/database'

/** Seconds of missed changes that are replayed; a client that missed more reloads everything. */
const WITHIN_S = 600
/** Longest transaction in seconds: an entry's time is when its transaction began. */
export const LONGEST_S = 60
/** Most log entries that are sent one by one at once. */
const ENTRIES_MAX = 1000
/** Most rows of one area that are named at once. */
const NAMED_MAX = 50

/** Where to start: a cursor, or a number of seconds ago. */
export type Since = { readonly cursor: string } | { readonly seconds: number }

/** A change, its user and the call that made it. */
export interface LoggedChange extends Omit<ChangeEvent, 'requestId'> {
  readonly userId: string | null
  readonly requestId: string | null
}

/** The changes committed since a cursor. */
export interface News {
  /** The cursor for the next read. */
  readonly cursor: string
  /** Null: too long ago or too many changes to list them. */
  readonly changes: readonly LoggedChange[] | null
  /** A change may have ended sessions. */
  readonly touchesSessions: boolean
}

interface Entry {
  readonly snapshot: string
  readonly at: number
  readonly isLost: boolean
  readonly action: string | null
  readonly subject: string
  readonly subjectId: string | null
  readonly userId: string | null
  readonly requestId: string | null
  readonly version: number | null
}

const areas: ReadonlySet<string> = new Set(resources.map(({ name }) => name))

/** A cursor: a database snapshot and when it was taken. An invalid cursor is treated as expired. */
const CURSOR = /^(\d{1,19}:\d{1,19}:[\d,]{0,4000})@(\d{1,12})$/

/**
 * Reads the changes committed since. Log ids follow the order of insertion, not of commits; comparing snapshots misses nothing, however
 * long a transaction ran.
 */
export async function readNews(db: Queryable, since: Since): Promise<News> {
  try {
    return newsOf(await entriesSince(db, since))
  } catch (error) {
    if (databaseFault(error)?.code.startsWith('22') !== true || 'seconds' in since) throw error
    // Matches the pattern but is no valid snapshot.
    return newsOf(await entriesSince(db, { seconds: Infinity }))
  }
}

/** A cursor for a reader that wants no earlier changes. */
export async function currentCursor(db: Queryable): Promise<string> {
  return (await readNews(db, { seconds: 0 })).cursor
}

async function entriesSince(db: Queryable, since: Since): Promise<Entry[]> {
  const { missed, isLost } = conditionsOf(since)
  const { rows } = await db.query<Entry>(sql`
    select now_seen.snapshot::text as snapshot, now_seen.at, ${isLost} as "isLost", entry.*
    from (select pg_current_snapshot() as snapshot, extract(epoch from now())::bigint as at) as now_seen
    left join lateral (
      select action, subject, subject_id as "subjectId", user_id as "userId", request_id as "requestId",
        (coalesce(after, before) ->> 'version')::integer as version
      from audit_entries
      where ${missed} and xid < pg_snapshot_xmax(now_seen.snapshot)
        and at > now() - make_interval(secs => ${WITHIN_S + LONGEST_S})
      order by id limit ${ENTRIES_MAX + 1}
    ) as entry on true`)
  return rows
}

/** Treats a snapshot of another server, with later transaction ids, as expired too. */
function conditionsOf(since: Since): { missed: Sql; isLost: Sql } {
  const nothing = { missed: sql`false`, isLost: sql`true` }
  if ('seconds' in since) {
    if (!(since.seconds <= WITHIN_S)) return nothing
    return { missed: sql`at > now() - make_interval(secs => ${since.seconds})`, isLost: sql`false` }
  }
  const [, snapshot, at] = CURSOR.exec(since.cursor) ?? []
  if (snapshot === undefined || at === undefined) return nothing
  const seen = sql`${snapshot}::pg_snapshot`
  return {
    missed: sql`xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen})`,
    isLost: sql`now_seen.at - ${Number(at)} > ${WITHIN_S} or pg_snapshot_xmax(${seen}) > pg_snapshot_xmax(now_seen.snapshot)`,
  }
}

function newsOf(entries: readonly Entry[]): News {
  const [first] = entries
  if (first === undefined) throw new Error('The snapshot query returned no row')
  const happened = entries.filter(({ action }) => action !== null)
  const isTooMuch = first.isLost || happened.length > ENTRIES_MAX
  return {
    cursor: `${first.snapshot}@${first.at}`,
    changes: isTooMuch ? null : changesOf(happened),
    touchesSessions: isTooMuch || happened.some(({ subject }) => subject === 'Session' || subject === 'User'),
  }
}

function changesOf(entries: readonly Entry[]): LoggedChange[] {
  const byArea = new Map<string, LoggedChange[]>()
  for (const entry of entries) {
    if (!areas.has(entry.subject)) continue
    const changes = byArea.get(entry.subject) ?? []
    byArea.set(entry.subject, changes)
    changes.push(changeOf(entry))
  }
  return [...byArea.values()].flatMap((changes) => (changes.length > NAMED_MAX ? merged(changes) : changes))
}

function changeOf({ subject, subjectId, version, action, userId, requestId }: Entry): LoggedChange {
  return { area: subject, id: subjectId, version, change: kindOf(action ?? ''), requestId, userId }
}

function kindOf(action: string): LoggedChange['change'] {
  if (action === 'created' || action === 'restored' || action === 'raised') return 'created'
  return action === 'deleted' ? 'deleted' : 'updated'
}

/** Merges changes to one per area, kind of change and call, after an import or a bulk change. */
function merged(changes: readonly LoggedChange[]): LoggedChange[] {
  const kinds = new Map(changes.map((one) => [`${one.change} ${one.requestId}`, one]))
  return [...kinds.values()].map((one) => ({ ...one, id: null, version: null }))
}
