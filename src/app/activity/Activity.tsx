import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parseActivityQuery } from '../../contract/activity'
import { counted } from '../../crud/model/words'
import { Unloaded } from '../../crud/parts/Unloaded'
import { useGetActivityInfiniteQuery } from '../../crud/history/activityApi'
import { Button } from '../../ui/controls/Button'
import { useAvailableWidth } from '../../ui/environment/useAvailableWidth'
import { useFocusHandover } from '../../ui/environment/useFocusHandover'
import { EmptyState } from '../../ui/layout/EmptyState'
import { PageHeader } from '../../ui/layout/PageHeader'
import { Alert } from '../../ui/overlay/Alert'
import { ActivityChips } from './ActivityChips'
import { ActivityExport } from './ActivityExport'
import { ActivityFilters } from './ActivityFilters'
import { filterOf } from './address'
import { Days } from './Days'
import { entryAreas, type EntryAreas } from './entryAreas'
import { entryNouns } from './useActivityExport'

/** Loads the screen with all areas' declarations, whose labels the entries use. */
export async function loadActivity() {
  const areas = await entryAreas()
  return { Screen: () => <Activity areas={areas} /> }
}

/** /pages/activity: all entries of the log, newest first. The address holds the filters. */
function Activity({ areas }: { readonly areas: EntryAreas }) {
  const frame = useRef<HTMLDivElement>(null)
  const narrow = useAvailableWidth(frame) === 0
  const [params, setParams] = useSearchParams()
  const { query: activityQuery, faults } = parseActivityQuery(params)
  const filter = filterOf(activityQuery)
  // The route's loader has requested them already.
  const query = useGetActivityInfiniteQuery(filter, { refetchOnMountOrArgChange: 5 })
  const { currentData, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const entries = currentData?.pages.flatMap(({ result }) => result)
  const isNarrowed = params.size > faults.length
  const isEmpty = entries?.length === 0
  return (
    <>
      <PageHeader
        title="Activity"
        description="What was changed, by whom and when, and who signed in."
        actions={<ActivityExport filter={filter} areas={areas} isEmpty={isEmpty} />}
      />
      <div ref={frame} className="stack">
        <ActivityFilters
          areas={areas}
          query={activityQuery}
          params={params}
          narrow={narrow}
          onChange={(next, how) => setParams(next, { replace: how === 'typing' })}
        />
        <ActivityChips areas={areas} query={activityQuery} entries={entries ?? []} params={params} onChange={setParams} />
        {faults.length > 0 && (
          <Alert tone="warning" role="status">
            Part of the address could not be read and was ignored.
          </Alert>
        )}
        {/* Rendered from the beginning: a screen reader announces only what changes in a status region. */}
        <div role="status" className={isEmpty ? undefined : 'sr-only'}>
          {isEmpty ? (
            <NoEntries isNarrowed={isNarrowed} onAll={() => setParams({})} />
          ) : (
            entries && `${counted(entries.length, entryNouns)}${hasNextPage ? ', and earlier ones' : ''}`
          )}
        </div>
        {entries === undefined ? (
          <Unloaded query={query} rows={8} columns={3} label="Loading the activity" />
        ) : (
          <Days entries={entries} areas={areas} onEach={(id) => setParams({ requestId: id })} />
        )}
        {hasNextPage && (
          <Button className="at-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        )}
      </div>
    </>
  )
}

function NoEntries({ isNarrowed, onAll }: { readonly isNarrowed: boolean; readonly onAll: () => void }) {
  return (
    <EmptyState
      ref={useFocusHandover('[type="search"]')}
      art="magnifier"
      title={isNarrowed ? 'No matching entries' : 'No activity yet'}
      actions={isNarrowed && <Button onClick={onAll}>Show everything</Button>}
    >
      {isNarrowed ? 'Try fewer filters.' : 'Changes by administrators appear here.'}
    </EmptyState>
  )
}
