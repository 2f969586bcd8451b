import { dialogOnDemand } from '../../ui/overlay/onDemand'
import type { AnyRow } from '../model/crudSlice'
import type { AnyStandardArea, BulkAction } from '../model/declaration'
import { scopeWords } from './filters'
import type { ListState } from './ListResults'
import { lastPage, matchOf } from './query'
import type { ListAddress } from './useListAddress'
import type { useReferenceNames } from './useReferenceNames'
import type { Selection } from './useSelection'

const RemoveDialog = dialogOnDemand(async () => (await import('../removal/RemoveDialog')).RemoveDialog)
const RemoveEverything = dialogOnDemand(async () => (await import('../removal/RemoveEverything')).RemoveEverything)
const BulkEditDialog = dialogOnDemand(async () => (await import('../bulk/BulkEditDialog')).BulkEditDialog)
const ExportDialog = dialogOnDemand(async () => (await import('../export/ExportDialog')).ExportDialog)
const ImportDialog = dialogOnDemand(async () => (await import('../import/ImportDialog')).ImportDialog)

/** The open dialog of a list: its action, and the affected rows. */
export type Opened =
  'edit' | 'export' | 'import' | 'removeAll' | { readonly remove: readonly AnyRow[] } | { readonly act: BulkAction }

interface ListDialogsProps {
  readonly opened: Opened
  readonly area: AnyStandardArea
  readonly address: Pick<ListAddress, 'query' | 'go'>
  readonly list: ListState
  readonly rows: readonly AnyRow[]
  readonly selection: Selection
  readonly name: ReturnType<typeof useReferenceNames>
  readonly onClose: () => void
}

/** The dialogs that a list opens before it acts on rows. */
export function ListDialogs({ opened, area, address: { query, go }, list, rows, selection, name, onClose }: ListDialogsProps) {
  const shared = { area, query, scope: scopeWords(area, query, name), onClose }
  const onRecounted = (count: number) => {
    selection.all(count)
    void list.refetch()
  }
  if (opened === 'export') return <ExportDialog {...shared} meta={list.data?.meta} selected={selection.rows} />
  if (opened === 'import') return <ImportDialog area={area} onClose={onClose} />
  if (opened === 'edit')
    return (
      <BulkEditDialog
        {...shared}
        rows={selection.everything === null ? selection.rows : rows}
        everything={selection.everything}
        onChanged={selection.clear}
        onRecounted={onRecounted}
      />
    )
  if (opened === 'removeAll')
    return (
      <RemoveEverything
        {...shared}
        count={selection.everything ?? 0}
        rows={rows}
        onRemoved={() => {
          selection.clear()
          if (query.page > 1) go({ ...query, page: 1 }, 'replace')
        }}
        onRecounted={onRecounted}
      />
    )
  if ('act' in opened) {
    const { Dialog } = opened.act
    const count = selection.everything ?? selection.rows.length
    const picked =
      selection.everything === null
        ? { ids: selection.rows.map(({ id }) => id) }
        : { filter: matchOf(query), expectedCount: selection.everything }
    return <Dialog rows={picked} count={count} onClose={onClose} onDone={selection.clear} />
  }
  return (
    <RemoveDialog
      area={area}
      rows={opened.remove}
      scope={opened.remove.length > 1 ? shared.scope : undefined}
      onClose={onClose}
      onStale={list.refetch}
      onRemoved={(ids) => {
        selection.drop(ids)
        const last = lastPage((list.data?.meta.total ?? 0) - ids.length, query.pageSize)
        if (query.page > last) go({ ...query, page: last }, 'replace')
      }}
    />
  )
}
