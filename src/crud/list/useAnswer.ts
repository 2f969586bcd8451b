import { useState } from 'react'
import type { ListQuery, Page } from '../../contract/list'
import type { AnyRow } from '../model/crudCalls'

/** A page of rows, and the query that it answers. */
export interface Answer {
  readonly query: ListQuery
  readonly page: Page<AnyRow>
}

/** The answer on screen: the previous one until the requested one arrives; null before the first. */
export function useAnswer(query: ListQuery, page: Page<AnyRow> | undefined): Answer | null {
  const [latest, setLatest] = useState<Answer | null>(null)
  // Set during rendering, so that rows and query change together.
  if (page !== undefined && (latest?.page !== page || latest.query !== query)) setLatest({ query, page })
  return latest
}
