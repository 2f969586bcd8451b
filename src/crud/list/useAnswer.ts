import { useState } from 'react'
import type { ListQuery, Page } from '../../contract/list'
import type { AnyRow } from '../model/crudSlice'

/** A page of rows, and the query that it answers. */
export interface Answer {
  readonly query: ListQuery
  readonly page: Page<AnyRow>
}

/** The answer whose rows are shown: the last one, until the one that is asked for is here; null before the first. */
export function useAnswer(query: ListQuery, page: Page<AnyRow> | undefined): Answer | null {
  const [latest, setLatest] = useState<Answer | null>(null)
  // While drawing, so that the rows and their query change together.
  if (page !== undefined && (latest?.page !== page || latest.query !== query)) setLatest({ query, page })
  return latest
}
