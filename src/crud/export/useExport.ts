import { useDispatch } from 'react-redux'
import type { ListQuery } from '../../contract/list'
import { useFlow } from '../../ui/environment/useFlow'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { cleared } from '../list/address'
import type { ApiDispatch } from '../model/reference'
import { exportRows } from './exportRows'
import { readAll, readSelected } from './readAll'
import { useExportMachine } from './useExportMachine'

interface ExportOptions {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly selected: readonly AnyRow[]
  readonly onClose: () => void
}

/** Exports rows of a list: runs the machine until the dialog closes. */
export function useExport({ area, query, selected, onClose }: ExportOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  return useFlow(
    useExportMachine({
      slug: area.slug,
      nouns: area.resource.nouns,
      async read({ rows: choice, onProgress, ...file }, signal) {
        const rows =
          choice === 'selected'
            ? await readSelected(dispatch, area.resource, query, new Set(selected.map(({ id }) => id)), { signal, onProgress })
            : await readAll(dispatch, area.resource, choice === 'all' ? cleared(query) : query, { signal, onProgress })
        if (rows.length === 0) throw new Error('There is no row to export')
        return { content: exportRows(area, rows, file), count: rows.length }
      },
      onClose,
    }),
  )
}
