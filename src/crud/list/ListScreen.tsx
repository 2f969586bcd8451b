import { Download, Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Alert } from '../../ui/Alert'
import { Button, LinkButton } from '../../ui/Button'
import { dialogOnDemand } from '../../ui/onDemand'
import { PageHeader } from '../../ui/PageHeader'
import { crudCalls, type AnyRow } from '../crudSlice'
import { offers, type AnyStandardArea } from '../declaration'
import { editPath, newPath } from '../paths'
import { FilterBar } from './FilterBar'
import { scopeWords } from './filters'
import { ListResults } from './ListResults'
import { shownColumns } from './preferences'
import { lastPage, matchKey } from './query'
import { focusedRow, focusRow, neighbour } from './rowFocus'
import { SelectionBar } from './SelectionBar'
import { useListAddress } from './useListAddress'
import { useListCommands } from './useListCommands'
import { useListKeys } from './useListKeys'
import { useListPreferences } from './useListPreferences'
import { usePlace } from './usePlace'
import { useReferenceNames } from './useReferenceNames'
import { useSelection } from './useSelection'
import { ViewOptions } from './ViewOptions'
import './list.css'

const RemoveDialog = dialogOnDemand(async () => (await import('../removal/RemoveDialog')).RemoveDialog)
const RemoveEverything = dialogOnDemand(async () => (await import('../removal/RemoveEverything')).RemoveEverything)
const ExportDialog = dialogOnDemand(async () => (await import('../export/ExportDialog')).ExportDialog)
const noRows: readonly AnyRow[] = []

/** The rows of an area: searched, filtered, sorted and paged by the address. */
export function ListScreen({ area: declared }: { readonly area: AnyStandardArea }) {
  const { preferences, change } = useListPreferences(declared.slug)
  const { pageSize, views, defaultView } = preferences
  const area = useMemo(() => ({ ...declared, columns: shownColumns(declared.columns, preferences) }), [declared, preferences])
  const start = views.find((view) => view.name === defaultView)?.search ?? null
  const address = useListAddress(area.resource, { pageSize, search: start })
  const { query, dropped, go, dismiss } = address
  const list = crudCalls(area.resource).list.useQuery(query, { refetchOnMountOrArgChange: true })
  const rows = (list.currentData ?? list.data)?.result ?? noRows
  const selection = useSelection(matchKey(query), rows)
  const [removing, setRemoving] = useState<readonly AnyRow[] | 'everything' | null>(null)
  const [exporting, setExporting] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const name = useReferenceNames(area, query)
  const { ListActions, ListLead } = area
  const removeOne = useCallback((row: AnyRow) => setRemoving([row]), [])

  usePlace(frame, list.currentData !== undefined)
  useRowKeys({ area, rows, selection, frame, searchRef })
  const removeSelected = () => setRemoving(selection.everything === null ? selection.rows : 'everything')
  useListCommands({ area, selection, onExport: () => setExporting(true), onRemove: removeSelected })

  return (
    <div ref={frame} className="list">
      <PageHeader
        title={area.title}
        actions={
          <>
            <Button icon={Download} disabled={rows.length === 0} onClick={() => setExporting(true)}>
              Export
            </Button>
            {ListActions !== undefined && <ListActions />}
            {offers(area, 'create') && (
              <LinkButton href={newPath(area.slug)} icon={Plus} variant="primary">
                New {area.resource.nouns.one}
              </LinkButton>
            )}
          </>
        }
      />
      {ListLead !== undefined && <ListLead />}
      {dropped.length > 0 && (
        <Alert tone="warning" role="status" title="Part of the address was not understood and was left out" onDismiss={dismiss}>
          {dropped.map(({ parameter, message }) => (
            <p key={parameter}>{message}.</p>
          ))}
        </Alert>
      )}
      <FilterBar
        area={declared}
        query={query}
        go={go}
        searchRef={searchRef}
        name={name}
        end={<ViewOptions area={declared} query={query} go={go} open={address.open} preferences={preferences} change={change} />}
      />
      <SelectionBar area={area} rows={rows} meta={list.data?.meta} selection={selection} onRemove={removeSelected} />
      <ListResults
        area={area}
        address={address}
        list={list}
        selection={selection}
        density={preferences.density}
        onPageSize={(size) => change({ pageSize: size })}
        onRemove={removeOne}
      />
      {removing === 'everything' ? (
        <RemoveEverything
          area={area}
          query={query}
          count={selection.everything ?? 0}
          rows={rows}
          scope={scopeWords(area, query, name)}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            selection.clear()
            if (query.page > 1) go({ ...query, page: 1 }, 'replace')
          }}
          onRecounted={(count) => {
            selection.all(count)
            void list.refetch()
          }}
        />
      ) : (
        removing !== null && (
          <RemoveDialog
            area={area}
            rows={removing}
            scope={removing.length > 1 ? scopeWords(area, query, name) : undefined}
            onClose={() => setRemoving(null)}
            onStale={list.refetch}
            onRemoved={(ids) => {
              selection.drop(ids)
              const last = lastPage((list.data?.meta.total ?? 0) - ids.length, query.pageSize)
              if (query.page > last) go({ ...query, page: last }, 'replace')
            }}
          />
        )
      )}
      {exporting && (
        <ExportDialog
          area={area}
          query={query}
          meta={list.data?.meta}
          selected={selection.rows}
          scope={scopeWords(area, query, name)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

interface RowKeys {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  readonly selection: ReturnType<typeof useSelection>
  readonly frame: { readonly current: HTMLElement | null }
  readonly searchRef: { readonly current: HTMLInputElement | null }
}

/** `/` searches, `j` and `k` go from row to row, `x` picks the row, `e` edits it; Enter opens it because its link has the focus. */
function useRowKeys({ area, rows, selection, frame, searchRef }: RowKeys): void {
  const navigate = useNavigate()
  useListKeys({
    search: () => searchRef.current?.focus(),
    move: (by) => {
      const to = neighbour(
        rows.map((row) => row.id),
        focusedRow(),
        by,
      )
      if (to !== undefined) focusRow(frame.current, to, true)
    },
    select: () => {
      const row = rows.find(({ id }) => id === focusedRow())
      if (row !== undefined) selection.set([row], !selection.has(row.id))
    },
    edit: () => {
      const id = focusedRow()
      const row = rows.find((one) => one.id === id)
      if (row !== undefined && offers(area, 'update', row)) void navigate(editPath(area.slug, row.id))
    },
  })
}
