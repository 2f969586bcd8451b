import { useDispatch } from 'react-redux'
import { fromPromise } from 'xstate'
import { exportMachine, type ExportFailure } from '../../../machines/exportMachine'
import type { ListQuery } from '../../contract/list'
import { useEnvironment } from '../../ui/environment/Environment'
import { useFlow } from '../../ui/environment/useFlow'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { cleared } from '../list/query'
import { isApiError } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { exportName, exportRows } from './exportRows'
import { readAll, readSelected } from './readAll'

interface ExportOptions {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly selected: readonly AnyRow[]
  readonly onClose: () => void
}

/** Reads the requested rows, reports progress, and downloads them as a file: the machine with its effects. */
export function useExport({ area, query, selected, onClose }: ExportOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const { download, now } = useEnvironment()
  const toast = useToast()
  return useFlow(
    exportMachine.provide({
      actors: {
        readRows: fromPromise(({ input: { rows, onProgress }, signal }) => {
          const reading =
            rows === 'selected'
              ? readSelected(dispatch, area.resource, query, new Set(selected.map(({ id }) => id)), { signal, onProgress })
              : readAll(dispatch, area.resource, rows === 'all' ? cleared(query) : query, { signal, onProgress })
          return reading.catch((error: unknown) => Promise.reject({ sentence: sentenceOf(error) } satisfies ExportFailure))
        }),
      },
      actions: {
        save(_scope, { rows, columns }) {
          download(exportName(area.slug, now()), exportRows(area, rows, columns))
          toast({ message: `${counted(rows.length, area.resource.nouns)} exported` })
        },
        leave: onClose,
      },
    }),
  )
}

function sentenceOf(error: unknown): string {
  if (isApiError(error)) return error.problem.message
  return error instanceof Error ? error.message : String(error)
}
