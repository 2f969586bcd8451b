import sql, { raw, type Sql } from 'sql-template-tag'
import type { Metric } from '../../contract/metrics'

/** An hour or day of one sensor and metric; `at` is its beginning (UTC), in milliseconds since 1970. */
export interface Span {
  readonly sensorId: string
  readonly metric: Metric
  readonly at: number
}

/** Sensors and metrics over a time without gaps, in milliseconds since 1970. */
export interface Block {
  readonly sensorIds: readonly string[]
  readonly metrics: readonly Metric[]
  readonly from: number
  readonly to: number
}

/**
 * Covers spans, each `lengthMs` long, with blocks: a new one begins after each gap, which may be long. With a block's lists in place of a
 * join, PostgreSQL walks its index and Citus queries only the sensors' shards.
 */
export function blocksOf(spans: readonly Span[], lengthMs: number): Block[] {
  const runs: Span[][] = []
  for (const span of spans.toSorted((one, other) => one.at - other.at)) {
    const run = runs.at(-1)
    if (span.at - (run?.at(-1)?.at ?? -Infinity) <= lengthMs) run?.push(span)
    else runs.push([span])
  }
  return runs.map((run) => ({
    sensorIds: [...new Set(run.map(({ sensorId }) => sensorId))],
    metrics: [...new Set(run.map(({ metric }) => metric))],
    from: run[0]?.at ?? 0,
    to: (run.at(-1)?.at ?? 0) + lengthMs,
  }))
}

/** The condition that selects a block by the time in `column`. */
export function within({ sensorIds, metrics, from, to }: Block, column: string): Sql {
  return sql`sensor_id = any(${sensorIds}::uuid[]) and metric = any(${metrics}::text[])
    and ${raw(column)} >= ${new Date(from)} and ${raw(column)} < ${new Date(to)}`
}

/** The beginning of an hour or day (UTC), which `date_bin` computes in a fraction of the time of `date_trunc`. */
export function beginningOf(unit: 'hour' | 'day', column: string): Sql {
  return raw(`date_bin('1 ${unit}', ${column}, '1970-01-01Z')`)
}
