import { randomUUID } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import { alertRules } from '../../contract/alertRules'
import { columnName } from '../crud/table'
import type { Database } from '../db/database'
import { hitsOf, outOfRangeNow, type ReadOutOfRange } from './hits'
import { judgement, type JudgedRule, type Judgement } from './judgement'

/** Seconds between two passes after which Frond itself counts as having been down. */
const AWAY_S = 180

const fields = ['id', ...Object.keys(alertRules.draft.fields)]
const columns = join(fields.map((field) => raw(`${columnName(field)} as "${field}"`)))

/** What a pass over the rules keeps. */
interface Pass {
  /** Since when passes have run without a gap. */
  readonly resumedAt: string
  readonly readOutOfRange: ReadOutOfRange
  /** By id, why rules could not be judged. */
  readonly faults: Map<string, unknown>
}

const nothing: Judgement = { raised: 0, reopened: 0, resolved: 0 }

/**
 * Judges every rule that no process has judged this minute; returns the counts of changed alerts. Processes share the work: each locks a
 * rule and skips the locked ones. When a rule cannot be judged, the others still are, and the first error is thrown.
 */
export async function judgeAlerts(db: Database): Promise<Judgement> {
  const resumedAt = await beginPass(db)
  const pass: Pass = { resumedAt, readOutOfRange: outOfRangeOnce(), faults: new Map() }
  const sum = { ...nothing }
  for (let judged = await judgeNext(db, pass); judged !== null; judged = await judgeNext(db, pass)) {
    sum.raised += judged.raised
    sum.reopened += judged.reopened
    sum.resolved += judged.resolved
  }
  for (const fault of pass.faults.values()) throw fault
  return sum
}

/** Reads the low and high readings when a pass comes to the first rule that needs them, once for all its rules. */
function outOfRangeOnce(): ReadOutOfRange {
  let outOfRange: ReturnType<ReadOutOfRange> | null = null
  return (tx) => (outOfRange ??= outOfRangeNow(tx))
}

/** Records this pass; returns since when passes have run without a gap: not in the future, when the database's clock was set back. */
async function beginPass(db: Database): Promise<string> {
  const { rows } = await db.query<{ resumedAt: string }>(sql`
    insert into alert_progress as before (passed_at, resumed_at) values (now(), '-infinity')
    on conflict (only_row) do update set passed_at = now(),
      resumed_at = case when before.passed_at < now() - make_interval(secs => ${AWAY_S}) then now() else least(before.resumed_at, now()) end
    returning resumed_at::text as "resumedAt"`)
  return rows[0]?.resumedAt ?? '-infinity'
}

/**
 * Judges the next due rule that has no fault yet; null when there is none. One that was judged in the future is due: the database's clock was
 * set back since.
 */
async function judgeNext(db: Database, { resumedAt, readOutOfRange, faults }: Pass): Promise<Judgement | null> {
  const taken: { id?: string } = {}
  try {
    return await db.transaction(async (tx) => {
      // It may run again, after a deadlock.
      delete taken.id
      const { rows } = await tx.query<JudgedRule>(sql`
        update alert_rules set judged_at = now()
        where id = (
          select id from alert_rules
          where coalesce(judged_at < date_trunc('minute', now()) or judged_at > now() + interval '1 minute', true)
            and id <> all(${[...faults.keys()]}::uuid[])
          order by id limit 1 for update skip locked
        )
        returning ${columns}`)
      const [rule] = rows
      if (rule === undefined) return null
      taken.id = rule.id
      const hits = await hitsOf(tx, rule, readOutOfRange)
      const judged = await tx.query<Judgement>(judgement(rule, hits, resumedAt, `alerts-${randomUUID()}`))
      return judged.rows[0] ?? nothing
    })
  } catch (error) {
    // The database did not even find a rule.
    if (taken.id === undefined) throw error
    faults.set(taken.id, error)
    return nothing
  }
}
