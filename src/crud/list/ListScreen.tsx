import { Download, Plus, Upload } from 'lucide-react'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Alert } from '../../ui/overlay/Alert'
import { LinkButton } from '../../ui/controls/Button'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { PageHeader } from '../../ui/layout/PageHeader'
import { useAvailableWidth } from '../../ui/environment/useAvailableWidth'
import { loadForm } from '../form/loadForm'
import { crudCalls, type AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { useStoreLastList } from '../model/lastList'
import { newPath } from '../model/paths'
import { useRefetch } from '../model/useRefetch'
import { ListAction, ListActions } from '../parts/ListAction'
import { usePrefetchCode } from '../../ui/environment/usePrefetchCode'
import { FilterBar } from './FilterBar'
import { droppedWords } from './filters'
import type { Opened } from './opened'
import { ListResults } from './ListResults'
import { shownColumns, startSearch } from './preferences'
import { isNarrowed, matchKey, useListAddress } from './address'
import { SelectionBar } from './SelectionBar'
import { useAnswer } from './useAnswer'
import { useListCommands } from './useListCommands'
import { useListPreferences } from './useListPreferences'
import { usePlace } from './usePlace'
import { useReferenceNames } from './useReferenceNames'
import { useSelection } from './useSelection'
import { useRowKeys } from './useRowKeys'
import { useRowSuccessor } from './useRowSuccessor'
import { ViewOptions } from './ViewOptions'
import './list.css'

const noRows: readonly AnyRow[] = []
const ListDialogs = dialogOnDemand(async () => (await import('./ListDialogs')).ListDialogs)

/** The list of an area; the address holds search, filters, order and page. Below its title, it is rendered once its width is known. */
export function ListScreen({ area: declared }: { readonly area: AnyStandardArea }) {
  const { preferences, change } = useListPreferences(declared.slug)
  const frame = useRef<HTMLDivElement>(null)
  const width = useAvailableWidth(frame)
  const room = width ?? Infinity
  const area = useMemo(
    () => ({ ...declared, columns: shownColumns(declared.columns, preferences, room) }),
    [declared, preferences, room],
  )
  const address = useListAddress(area.resource, { pageSize: preferences.pageSize, search: startSearch(preferences) })
  const { query, dropped, go, dismiss } = address
  const list = crudCalls(area.resource).list.useQuery(query)
  const answer = useAnswer(query, list.currentData)
  const rows = answer?.page.result ?? noRows
  // Rows that are still shown while another filter's load are not selected under that filter.
  const selection = useSelection([query, answer?.query ?? query].map(matchKey).join(), rows)
  const [opened, setOpened] = useState<Opened | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const name = useReferenceNames(area, query)
  const { ListLead } = area

  useRefetch(list, query)
  usePrefetchCode(answer !== null && !list.isFetching && offers(area, 'create'), loadForm)
  useStoreLastList(area.slug, useLocation().search)
  usePlace(frame, width !== null && answer?.query === query)
  useRowKeys({ area, rows, selection, frame, searchRef })
  useRowSuccessor(frame, rows)
  useListCommands(area, selection, setOpened)
  const options = useMemo(
    () => <ViewOptions area={declared} shown={area.columns} {...{ query, go, open: address.open, preferences, change }} />,
    [declared, area.columns, query, go, address.open, preferences, change],
  )
  const onPageSize = useCallback((pageSize: number) => change({ pageSize }), [change])

  // The title is rendered at once: a page reached by a link has the focus on it.
  const head = <ListHead area={declared} narrow={room === 0} onOpen={setOpened} />
  if (width === null)
    return (
      <div ref={frame} className="list">
        {head}
      </div>
    )
  return (
    <div ref={frame} className="list">
      {head}
      {ListLead !== undefined && <ListLead query={query} />}
      {dropped.length > 0 && (
        <Alert tone="warning" role="status" title="Part of the address could not be read and was ignored" onDismiss={dismiss}>
          {dropped.map(({ parameter }) => (
            <p key={parameter}>{droppedWords(area, parameter)}.</p>
          ))}
        </Alert>
      )}
      <FilterBar area={declared} query={query} go={go} searchRef={searchRef} name={name} room={room} end={options} />
      <SelectionBar
        area={area}
        rows={rows}
        meta={answer?.page.meta}
        isFiltered={isNarrowed(query)}
        selection={selection}
        onOpen={setOpened}
      />
      <ListResults
        area={area}
        address={address}
        list={list}
        answer={answer}
        selection={selection}
        density={preferences.density}
        room={room}
        onPageSize={onPageSize}
        onOpen={setOpened}
      />
      {opened !== null && (
        <ListDialogs
          opened={opened}
          area={area}
          address={address}
          list={list}
          rows={rows}
          selection={selection}
          name={name}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

interface ListHeadProps {
  readonly area: AnyStandardArea
  /** Rows are cards. */
  readonly narrow: boolean
  readonly onOpen: (what: Opened) => void
}

/** The list's title and actions. */
const ListHead = memo(function ListHead({ area, narrow, onOpen }: ListHeadProps) {
  const { ListMore, ListMain } = area
  const creates = offers(area, 'create')
  return (
    <PageHeader
      title={area.title}
      actions={
        <>
          <ListActions narrow={narrow}>
            {creates && (
              <ListAction icon={Upload} onSelect={() => onOpen('import')}>
                Import
              </ListAction>
            )}
            <ListAction icon={Download} onSelect={() => onOpen('export')}>
              Export
            </ListAction>
            {ListMore !== undefined && <ListMore />}
          </ListActions>
          {ListMain !== undefined && <ListMain />}
          {creates && (
            <LinkButton href={newPath(area.slug)} icon={Plus} variant="primary">
              <span>
                New <span className={narrow ? 'sr-only' : undefined}>{area.resource.nouns.one}</span>
              </span>
            </LinkButton>
          )}
        </>
      }
    />
  )
})
