import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ListQuery } from '../../contract/list'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea } from '../model/declaration'
import { cleared } from '../list/query'
import { isApiError } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { exportName, exportRows, type ExportedColumns } from './exportRows'
import { readAll, readSelected, type ReadOptions } from './readAll'

/** The exported rows: the selected ones, all that match the list's filter, or all. */
export type ExportedRows = 'selected' | 'matching' | 'all'

interface ExportOptions {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly selected: readonly AnyRow[]
  readonly onDone: () => void
}

/** Reads the requested rows, reports progress, and downloads them as a file. */
export function useExport({ area, query, selected, onDone }: ExportOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const { download, now } = useEnvironment()
  const toast = useToast()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = (rows: ExportedRows, columns: ExportedColumns) => {
    const current = new AbortController()
    controller.current = current
    setFailure(null)
    setProgress({ done: 0, total: 0 })
    const options: ReadOptions = {
      signal: current.signal,
      onProgress: (done, total) => !current.signal.aborted && setProgress({ done, total }),
    }
    const reading =
      rows === 'selected'
        ? readSelected(dispatch, area.resource, query, new Set(selected.map(({ id }) => id)), options)
        : readAll(dispatch, area.resource, rows === 'all' ? cleared(query) : query, options)
    reading.then(
      (all) => {
        if (current.signal.aborted) return
        download(exportName(area.slug, now()), exportRows(area, all, columns))
        toast({ message: `${counted(all.length, area.resource.nouns)} exported` })
        onDone()
      },
      (error: unknown) => {
        if (current.signal.aborted) return
        setProgress(null)
        setFailure(isApiError(error) ? error.problem.message : error instanceof Error ? error.message : String(error))
      },
    )
  }
  return { run, cancel: () => controller.current?.abort(), progress, failure }
}
