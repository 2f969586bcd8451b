import type { Resource } from '../../contract/resource'
import { rowOf, type Bench, type Row } from './bench'
import { excerpt, objectOf, refused, resultOf, shapeFaults, type Judge } from './judge'

/** The expected answer to a stale If-Match, in words. */
export const staleWords = 'a refusal with the row as it is now: If-Match names another version'

/** Expects the 412 of a stale If-Match, with the current row. */
export function isStale({ row: shape }: Resource, now: Row | null): Judge {
  return refused(412, 'stale', ({ body }) => {
    const actual = objectOf(resultOf(body))
    if (actual['id'] === undefined) return ['result does not hold the row as it is now']
    return [
      ...shapeFaults(shape, actual, 'result'),
      ...(actual['id'] === now?.id && actual['version'] === now?.version ? [] : ['result is not the row as it is now']),
    ]
  })
}

/** Expects the row to hold these values; `fields`: only these of them. */
export function holds(values: Readonly<Record<string, unknown>>, fields = Object.keys(values)): Judge {
  return ({ body }) => {
    const row = objectOf(resultOf(body))
    return fields
      .filter((field) => !isSame(row[field] ?? null, values[field] ?? null))
      .map((field) => `${field} is ${excerpt(row[field])} instead of ${excerpt(values[field])}`)
  }
}

/** Compares deeply, in any order of properties; null equals a missing property, and so does an object without values. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, at) => isSame(entry, other[at]))
  if (!isParts(one) && !isParts(other)) return one === other
  if (!isParts(one ?? {}) || !isParts(other ?? {})) return false
  const [a, b] = [objectOf(one), objectOf(other)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key] ?? null, b[key] ?? null))
}

function isParts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Expects a later version of the row than this one. */
export function isNewer({ version }: Row): Judge {
  return (answer) => ((rowOf(answer)?.version ?? 0) > version ? [] : ['its version is not above the one before'])
}

/** Remembers the row in the answer, expected or not, so that `sweep` deletes it. */
export function remembering(bench: Bench, resource: Resource, judge: Judge): Judge {
  return (answer) => {
    bench.keep(resource, rowOf(answer)?.id)
    return judge(answer)
  }
}
