import { memo, useCallback, useEffect, useRef } from 'react'
import { isApiError } from '../../api/errors'
import type { Page } from '../../contract/list'
import { RetryAlert } from '../../ui/overlay/RetryAlert'
import { Button, LinkButton } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/layout/EmptyState'
import { ErrorState } from '../../ui/layout/ErrorState'
import { useFocusHandover } from '../../ui/environment/useFocusHandover'
import { grouped } from '../../ui/text/numberWords'
import { Pagination } from '../../ui/controls/Pagination'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import type { AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { problemOf, sentenceOf } from '../model/problems'
import { newPath } from '../model/paths'
import type { Opened } from './opened'
import type { ListPreferences } from './preferences'
import { ListTable } from './ListTable'
import { cleared, isNarrowed, lastPage, type ListAddress } from './address'
import type { Answer } from './useAnswer'
import { usePrefetchRow } from './usePrefetchRow'
import type { Selection } from './useSelection'

/** State of the list call. `data` may belong to an earlier query; `currentData` belongs to this one. */
export interface ListState {
  readonly data?: Page<AnyRow> | undefined
  readonly currentData?: Page<AnyRow> | undefined
  readonly error?: unknown
  readonly isFetching: boolean
  refetch(): unknown
}

interface ListResultsProps {
  readonly area: AnyStandardArea
  readonly address: ListAddress
  readonly list: ListState
  readonly answer: Answer | null
  readonly selection: Selection
  readonly density: ListPreferences['density']
  /** Width of the list in rem; 0: each row is a card. */
  readonly room: number
  /** Changes the user's own page size. */
  readonly onPageSize: (size: number) => void
  /** Opens a dialog about a row. */
  readonly onOpen: (what: Opened) => void
}

/** The rows, or why there are none: loading, an empty area, no match, an empty page, or a failed call. */
export const ListResults = memo(function ListResults(props: ListResultsProps) {
  const { area, address, list, answer } = props
  const failed = list.currentData === undefined && list.error !== undefined
  // No rows of another query say nothing of this one.
  const shown = answer !== null && (answer.query === address.query || answer.page.result.length > 0) ? answer : null
  const isEmpty = !failed && shown?.page.meta.total === 0
  return (
    <>
      {/* Rendered from the beginning: a screen reader announces only what changes in a status region. */}
      <div role="status" className={isEmpty ? undefined : 'sr-only'}>
        {isEmpty && <NoRows area={area} address={address} />}
      </div>
      {failed ? <Failed list={list} /> : !isEmpty && <Answered {...props} answer={shown} />}
    </>
  )
})

function Answered(props: ListResultsProps) {
  const { area, address, answer } = props
  const { query, go } = address
  if (answer === null) return <SkeletonRows columns={area.columns.length} label={`Loading ${area.resource.nouns.many}`} />
  const { meta, result } = answer.page
  if (result.length === 0)
    return (
      <EmptyState
        title={`There is no page ${grouped(query.page)}`}
        actions={
          <Button onClick={() => go({ ...query, page: lastPage(meta.total, query.pageSize) }, 'replace')}>Last page</Button>
        }
      />
    )
  return <Rows {...props} answer={answer} />
}

function Rows({ answer, ...props }: ListResultsProps & { readonly answer: Answer }) {
  const { area, address, list, selection, density, room, onPageSize, onOpen } = props
  const { query, go } = address
  const { meta, result } = answer.page
  const stale = answer.query !== query
  const prefetch = usePrefetchRow(area.resource)
  const select = useRangeSelect(result, selection)
  return (
    <>
      {!stale && list.error !== undefined && (
        <RetryAlert busy={list.isFetching} onRetry={() => void list.refetch()}>
          These rows could not be refreshed. {sentenceOf(list.error)}
        </RetryAlert>
      )}
      <ListTable
        area={area}
        address={address}
        answer={answer}
        density={density}
        room={room}
        selection={selection}
        onSelect={select}
        onOpen={onOpen}
        onReach={prefetch.begin}
        onLeave={prefetch.stop}
      />
      <Pagination
        page={query.page}
        size={query.pageSize}
        total={meta.total}
        capped={meta.totalCapped}
        noun={meta.total === 1 ? area.resource.nouns.one : area.resource.nouns.many}
        onPage={(page) => go({ ...query, page }, 'push')}
        onSize={(pageSize) => {
          onPageSize(pageSize)
          go({ ...query, pageSize, page: 1 }, 'push')
        }}
      />
    </>
  )
}

/** Selects one row, or with Shift the range from the last selected one. Its identity is stable, so that rows do not re-render. */
function useRangeSelect(rows: readonly AnyRow[], selection: Selection): (row: AnyRow, on: boolean, range: boolean) => void {
  const latest = useRef({ rows, set: selection.set })
  const last = useRef<string | null>(null)
  useEffect(() => {
    latest.current = { rows, set: selection.set }
  })
  return useCallback((row, on, range) => {
    const all = latest.current.rows
    const from = range ? all.findIndex(({ id }) => id === last.current) : -1
    const to = all.indexOf(row)
    last.current = row.id
    latest.current.set(from === -1 ? [row] : all.slice(Math.min(from, to), Math.max(from, to) + 1), on)
  }, [])
}

function NoRows({ area, address }: Pick<ListResultsProps, 'area' | 'address'>) {
  const { nouns } = area.resource
  if (isNarrowed(address.query)) return <NoMatch noun={nouns.one} address={address} />
  return (
    <EmptyState
      title={`No ${nouns.many} yet`}
      actions={
        offers(area, 'create') && (
          <LinkButton variant="primary" href={newPath(area.slug)}>
            New {nouns.one}
          </LinkButton>
        )
      }
    >
      New {nouns.many} appear here.
    </EmptyState>
  )
}

function NoMatch({ noun, address: { query, go } }: Pick<ListResultsProps, 'address'> & { readonly noun: string }) {
  return (
    <EmptyState
      ref={useFocusHandover('[type="search"]')}
      art="magnifier"
      title={`No ${noun} matches`}
      actions={<Button onClick={() => go(cleared(query), 'push')}>Clear filters</Button>}
    >
      Try fewer filters or another search.
    </EmptyState>
  )
}

function Failed({ list }: Pick<ListResultsProps, 'list'>) {
  const { error } = list
  const { message, requestId } = problemOf(error)
  if (isApiError(error) && error.status === 403)
    return (
      <EmptyState art="gate" title="You are not allowed to see this list">
        {message}
      </EmptyState>
    )
  return <ErrorState message={message} requestId={requestId} onRetry={() => list.refetch()} busy={list.isFetching} />
}
