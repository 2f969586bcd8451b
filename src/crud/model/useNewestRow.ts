import { useState } from 'react'
import type { AnyRow } from './crudCalls'
import { saveFailure } from './problems'

/**
 * The newest version of a row that a dialog changes: the shown one, or a newer one from the refusal of an earlier attempt, which the returned
 * function takes. A list does not refetch a row that has left its page.
 */
export function useNewestRow<Row extends AnyRow>(shown: Row): [Row, (error: unknown) => void] {
  const [told, setTold] = useState(shown)
  const noteRefusal = (error: unknown) => {
    const failure = saveFailure(error)
    if (failure?.kind === 'stale') setTold(failure.theirs as Row)
  }
  return [told.version > shown.version ? told : shown, noteRefusal]
}
