import { useState } from 'react'
import { BodyPortal } from '../../ui/layout/BodyPortal'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea, BulkDialogProps } from '../model/declaration'
import { wordsOfFilters } from './filters'
import type { ListState } from './ListResults'
import { lastPage, matchKey, matchOf, type ListAddress } from './address'
import type { Opened } from './opened'
import type { useReferenceNames } from './useReferenceNames'
import type { Selection } from './useSelection'

const RemoveDialog = dialogOnDemand(async () => (await import('../removal/RemoveDialog')).RemoveDialog)
const RemoveMany = dialogOnDemand(async () => (await import('../removal/RemoveDialog')).RemoveMany)
const BulkEditDialog = dialogOnDemand(async () => (await import('../bulk/BulkEditDialog')).BulkEditDialog)
const ExportDialog = dialogOnDemand(async () => (await import('../export/ExportDialog')).ExportDialog)
const ImportDialog = dialogOnDemand(async () => (await import('../import/ImportDialog')).ImportDialog)

interface ListDialogsProps {
  readonly opened: Opened
  readonly area: AnyStandardArea
  readonly address: Pick<ListAddress, 'query' | 'go'>
  readonly list: ListState
  /** The rows of the current page. */
  readonly rows: readonly AnyRow[]
  readonly selection: Selection
  readonly name: ReturnType<typeof useReferenceNames>
  readonly onClose: () => void
}

/** The dialogs that a list opens before it acts on rows. A dialog acts on the rows that it was opened for, even when Back shows others behind it. */
export function ListDialogs({ opened, area, address, list, rows, selection, name, onClose }: ListDialogsProps) {
  const { query: shown, go } = address
  const onPage = (row: AnyRow) => rows.find(({ id }) => id === row.id)
  const newest = (row: AnyRow) => onPage(row) ?? row
  const [{ query, everything, selected, areShown }] = useState({
    query: shown,
    everything: selection.everything,
    selected: selection.rows.map(newest),
    areShown: selection.everything === null && selection.rows.every(onPage),
  })
  const isShown = matchKey(shown) === matchKey(query)
  const filterWords = wordsOfFilters(area, query, name)
  const shared = { area, query, filterWords, onClose }
  const loadedRows = everything === null ? selected : rows
  const onRecounted = (count: number) => {
    if (isShown && count > 0) selection.all(count)
    else if (isShown) selection.clear()
    void list.refetch()
  }
  const bulk: BulkDialogProps = {
    rows: everything === null ? { ids: selected.map(({ id }) => id) } : { filter: matchOf(query), expectedCount: everything },
    count: everything ?? selected.length,
    loadedRows,
    areShown,
    query,
    filterWords,
    onRecounted,
    onClose,
    onDone: selection.clear,
  }
  if (opened === 'export') return <ExportDialog {...shared} meta={isShown ? list.data?.meta : undefined} selected={selected} />
  if (opened === 'import') return <ImportDialog area={area} onClose={onClose} />
  if (opened === 'edit') return <BulkEditDialog {...bulk} area={area} />
  if (opened === 'removeAll')
    return (
      <RemoveMany
        {...bulk}
        area={area}
        onDone={() => {
          selection.clear()
          if (shown.page > 1) go({ ...shown, page: 1 }, 'replace')
        }}
      />
    )
  if ('action' in opened) {
    const { action, row } = opened
    return (
      <BodyPortal>
        <action.Dialog row={newest(row)} onClose={onClose} />
      </BodyPortal>
    )
  }
  if ('act' in opened) {
    const { Dialog } = opened.act
    return <Dialog {...bulk} />
  }
  return (
    <RemoveDialog
      area={area}
      rows={opened.remove.map(newest)}
      filterWords={filterWords}
      onClose={onClose}
      onStale={list.refetch}
      onRemoved={(ids) => {
        selection.drop(ids)
        const { total = 0, totalCapped = false } = list.data?.meta ?? {}
        const last = lastPage(total - ids.length, shown.pageSize)
        if (shown.page > last && !totalCapped) go({ ...shown, page: last }, 'replace')
      }}
    />
  )
}
