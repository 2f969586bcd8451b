import { useState } from 'react'
import type { ListQuery, Page } from '../../contract/list'
import type { AnyRow } from '../model/crudCalls'

/** A page of rows, and the query that it answers. */
export interface Answer {
  readonly query: ListQuery
  readonly page: Page<AnyRow>
  /** The React key of each row: a row keeps its element while the query stays, and another query's rows reuse the elements by place. */
  readonly keys: readonly string[]
}

/** The answer on screen: the previous one until the requested one arrives; null before the first. */
export function useAnswer(query: ListQuery, page: Page<AnyRow> | undefined): Answer | null {
  const [latest, setLatest] = useState<Answer | null>(null)
  // Set during rendering, so that rows and query change together.
  if (page !== undefined && (latest?.page !== page || latest.query !== query))
    setLatest({ query, page, keys: keysOf(page.result, latest?.query === query ? latest : null) })
  return latest
}

function keysOf(rows: readonly AnyRow[], before: Answer | null): readonly string[] {
  if (before === null) return rows.map((_, at) => `place ${at}`)
  const kept = new Map(before.page.result.map(({ id }, at) => [id, before.keys[at]]))
  return rows.map(({ id }) => kept.get(id) ?? id)
}
