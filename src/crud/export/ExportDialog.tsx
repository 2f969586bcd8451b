import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ExportChoice } from '../../../machines/exportMachine'
import type { ListQuery, PageMeta } from '../../contract/list'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { Choice, type ChoiceOption } from '../../ui/controls/Choice'
import { Dialog } from '../../ui/overlay/Dialog'
import { useEnvironment } from '../../ui/environment/Environment'
import { useFlow } from '../../ui/environment/useFlow'
import { Progress } from '../../ui/layout/Progress'
import type { AnyRow } from '../model/crudCalls'
import { storedFormat, storeFormat } from '../model/csvFile'
import type { AnyStandardArea } from '../model/declaration'
import { cleared, isNarrowed } from '../list/address'
import type { ApiDispatch } from '../model/reference'
import { counted, totalWords } from '../model/words'
import { exportRows } from './exportRows'
import { readAll, readSelected } from './readAll'
import { useExportMachine } from './useExportMachine'

const columnChoices: readonly ChoiceOption<ExportChoice['columns']>[] = [
  { value: 'visible', label: 'Those on screen' },
  { value: 'all', label: 'All fields' },
]

const formatChoices: readonly ChoiceOption<ExportChoice['format']>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'excel', label: 'CSV for Excel' },
  { value: 'excelComma', label: 'CSV for Excel with decimal commas' },
]

interface ExportDialogProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  readonly meta: PageMeta | undefined
  readonly selected: readonly AnyRow[]
  /** Search and filters in words. */
  readonly filterWords: string
  readonly onClose: () => void
}

/** Asks for rows, columns and format, reads all pages in the list's order, and downloads the complete file or none. */
export function ExportDialog({ area, query, meta, selected, filterWords, onClose }: ExportDialogProps) {
  const hasColumns = area.columns.length > 0
  const [rows, setRows] = useState<ExportChoice['rows']>(
    selected.length > 0 ? 'selected' : isNarrowed(query) ? 'matching' : 'all',
  )
  const [columns, setColumns] = useState<ExportChoice['columns']>(hasColumns ? 'visible' : 'all')
  const { browserStorage } = useEnvironment()
  const [format, setFormat] = useState(() => storedFormat(browserStorage))
  const dispatch = useDispatch<ApiDispatch>()
  const [snapshot, send] = useFlow(
    useExportMachine({
      slug: area.slug,
      nouns: area.resource.nouns,
      async read({ rows: choice, onProgress, ...file }, signal) {
        const chosen =
          choice === 'selected'
            ? await readSelected(dispatch, area.resource, query, new Set(selected.map(({ id }) => id)), { signal, onProgress })
            : await readAll(dispatch, area.resource, choice === 'all' ? cleared(query) : query, { signal, onProgress })
        if (chosen.length === 0) throw new Error('There is no row to export')
        return { content: exportRows(area, chosen, file), count: chosen.length }
      },
      onClose,
    }),
  )
  const { done, total, failure } = snapshot.context
  const running = snapshot.matches('reading')
  const close = () => send({ type: 'close' })
  const read = () => {
    storeFormat(browserStorage, format)
    send({ type: 'read', rows, columns, format })
  }
  return (
    <Dialog
      title={`Export ${area.resource.nouns.many}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={running} onClick={read}>
            {failure === null ? 'Download CSV' : 'Retry'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Choice
          legend="Rows"
          value={rows}
          options={rowChoices({ area, query, meta, selected, filterWords })}
          disabled={running}
          onChange={setRows}
        />
        {hasColumns && (
          <Choice legend="Columns" value={columns} options={columnChoices} disabled={running} onChange={setColumns} />
        )}
        <Choice legend="Format" value={format} options={formatChoices} disabled={running} onChange={setFormat} />
        {running && <Progress label="Rows read" value={total === 0 ? null : done} max={total} />}
        <Failure title="Nothing was exported">{failure}</Failure>
      </div>
    </Dialog>
  )
}

/** The possible sets of rows, the smallest first. */
function rowChoices({
  area,
  query,
  meta,
  selected,
  filterWords,
}: Omit<ExportDialogProps, 'onClose'>): readonly ChoiceOption<ExportChoice['rows']>[] {
  const { nouns } = area.resource
  const narrowed = isNarrowed(query)
  const total = meta === undefined ? '' : `: ${totalWords(meta)}`
  return [
    ...(selected.length > 0 ? [{ value: 'selected' as const, label: `Selected: ${counted(selected.length, nouns)}` }] : []),
    ...(narrowed ? [{ value: 'matching' as const, label: `Current filter (${filterWords})${total}` }] : []),
    { value: 'all' as const, label: narrowed ? `All ${nouns.many}` : `All ${nouns.many}${total}` },
  ]
}
