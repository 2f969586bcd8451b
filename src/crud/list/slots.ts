import type { AnyRow } from '../crudSlice'
import type { Answer } from './useAnswer'

/**
 * Which of the table's lines shows which row. As long as the query stays, a row keeps its line wherever it moves, and the focus in it. Another
 * query's rows take over the lines that are there, in their order: nothing is removed or inserted, so nothing is seen to move.
 */
export function slotsOf(before: Answer | null, query: Answer['query'], rows: readonly AnyRow[]): readonly number[] {
  const used = before?.slots ?? []
  const held = new Map(before?.query === query ? before.page.result.map(({ id }, at) => [id, used[at]]) : [])
  const kept = new Set(rows.map(({ id }) => held.get(id)))
  const free = used.filter((slot) => !kept.has(slot)).values()
  let last = Math.max(-1, ...used)
  return rows.map(({ id }) => held.get(id) ?? free.next().value ?? (last += 1))
}
