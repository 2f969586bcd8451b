import { useEffect, useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ListQuery, PageMeta } from '../../contract/list'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { useEnvironment } from '../../ui/Environment'
import { Progress } from '../../ui/Progress'
import { useToast } from '../../ui/Toaster'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { cleared, isNarrowed } from '../list/query'
import { isApiError } from '../problems'
import type { ApiDispatch } from '../reference'
import { counted, totalWords } from '../words'
import { exportName, exportRows } from './exportRows'
import { readAll } from './readAll'

type Rows = 'selected' | 'matching' | 'all'

interface ExportDialogProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly meta: PageMeta | undefined
  readonly selected: readonly AnyRow[]
  /** The current search and filter in words. */
  readonly scope: string
  readonly onClose: () => void
}

/** Asks what goes into the file, reads it to the end in the list's order, and hands it over whole or not at all. */
export function ExportDialog({ area, query, meta, selected, scope, onClose }: ExportDialogProps) {
  const narrowed = isNarrowed(query)
  const hasColumns = area.columns.length > 0
  const [rows, setRows] = useState<Rows>(selected.length > 0 ? 'selected' : narrowed ? 'matching' : 'all')
  const [columns, setColumns] = useState<'visible' | 'all'>(hasColumns ? 'visible' : 'all')
  const { run, cancel, progress, failure } = useExport({ area, query, selected, onDone: onClose })
  const { nouns } = area.resource
  const running = progress !== null
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      open
      title={`Export ${nouns.many}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={running} onClick={() => run(rows, columns)}>
            {failure === null ? 'Download CSV' : 'Try again'}
          </Button>
        </>
      }
    >
      <div className="export-form">
        <Choice
          legend="Rows"
          value={rows}
          disabled={running}
          onChange={setRows}
          options={[
            ...(selected.length > 0
              ? [{ value: 'selected' as const, label: `Selected: ${counted(selected.length, nouns)}` }]
              : []),
            ...(narrowed && meta !== undefined
              ? [{ value: 'matching' as const, label: `Current filter (${scope}): ${totalWords(meta)}` }]
              : []),
            {
              value: 'all' as const,
              label: narrowed || meta === undefined ? `All ${nouns.many}` : `All ${nouns.many}: ${totalWords(meta)}`,
            },
          ]}
        />
        {hasColumns && (
          <Choice
            legend="Columns"
            value={columns}
            disabled={running}
            onChange={setColumns}
            options={[
              { value: 'visible' as const, label: 'Those on screen' },
              { value: 'all' as const, label: 'All fields' },
            ]}
          />
        )}
        {running && <Progress label="Rows read" value={progress.total === 0 ? null : progress.done} max={progress.total} />}
        {failure !== null && (
          <Alert tone="danger" role="alert" title="Nothing was exported">
            {failure}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly disabled: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ legend, value, disabled, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="export-choice" disabled={disabled}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface ExportOptions extends Pick<ExportDialogProps, 'area' | 'query' | 'selected'> {
  readonly onDone: () => void
}

function useExport({ area, query, selected, onDone }: ExportOptions) {
  const dispatch = useDispatch<ApiDispatch>()
  const { download, now } = useEnvironment()
  const toast = useToast()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = (rows: Rows, columns: 'visible' | 'all') => {
    const current = new AbortController()
    controller.current = current
    setFailure(null)
    setProgress({ done: 0, total: 0 })
    readAll(dispatch, area.resource, rows === 'all' ? cleared(query) : query, {
      signal: current.signal,
      onProgress: (done, total) => !current.signal.aborted && setProgress({ done, total }),
      ...(rows === 'selected' && { only: new Set(selected.map(({ id }) => id)) }),
    }).then(
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
