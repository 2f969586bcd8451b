import { useNavigate } from 'react-router-dom'
import type { AnyRow } from './crudCalls'
import { offers, type AnyStandardArea } from './declaration'
import { editPath } from './paths'

/** Returns what the key `e` does in a list and on a row's page: it opens the row's form, if there is one. */
export function useEditRow(area: AnyStandardArea): (row: AnyRow | undefined) => void {
  const navigate = useNavigate()
  return (row) => row && offers(area, 'update', row) && void navigate(editPath(area.slug, row.id))
}
