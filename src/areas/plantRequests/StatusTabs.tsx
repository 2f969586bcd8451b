import { useLocation } from 'react-router-dom'
import { listParams, PAGE_SIZE, type ListQuery } from '../../contract/list'
import { openStatuses, plantRequestCounting, plantRequestStatuses, type PlantRequestStatus } from '../../contract/plantRequests'
import { VIEW_PARAM, WHOLE_VIEW } from '../../crud/model/paths'
import { wordsOf } from '../../crud/model/words'
import { Link } from '../../ui/controls/Link'
import { grouped } from '../../ui/text/numberWords'
import { useCountPlantRequestsQuery } from './requestApi'
import './plantRequests.css'

interface Tab {
  readonly title: string
  readonly statuses: readonly PlantRequestStatus[]
}

const tabs: readonly Tab[] = [
  { title: 'All', statuses: [] },
  { title: 'Open', statuses: openStatuses },
  ...plantRequestStatuses.map((status) => ({ title: wordsOf(status), statuses: [status] })),
]

/**
 * The number of requests in each status that match the search and the other filters, as links that filter the list and keep its other
 * parameters.
 */
export function StatusTabs({ query }: { readonly query: ListQuery }) {
  const { data, currentData, isFetching } = useCountPlantRequestsQuery(matchOf(query), { refetchOnMountOrArgChange: true })
  const { pathname, search } = useLocation()
  // The former counts stay while the next ones are awaited, like the list's rows.
  const counts = isFetching ? data : currentData
  const chosen = (query.filter['status'] ?? []).toSorted().join()
  return (
    <nav aria-label="Plant requests by status" className="status-tabs">
      {tabs.map(({ title, statuses }) => (
        <Link
          key={title}
          href={addressOf(pathname, search, statuses)}
          className="status-tab"
          aria-current={statuses.toSorted().join() === chosen ? 'page' : undefined}
        >
          {title}
          {counts !== undefined && <span className="status-tab-count">{grouped(countOf(counts, statuses))}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The parameters that a query's counts are asked with. */
function matchOf({ q, filter: { status: _counted, ...filter } }: ListQuery): string {
  const counting = plantRequestCounting()
  const { defaultSort: sort } = counting.list
  return listParams(counting, { q, filter, sort, page: 1, pageSize: PAGE_SIZE }).toString()
}

function countOf(counts: Readonly<Record<PlantRequestStatus, number>>, statuses: readonly PlantRequestStatus[]): number {
  return (statuses.length === 0 ? plantRequestStatuses : statuses).reduce((sum, status) => sum + counts[status], 0)
}

/** The list's address filtered by these statuses, on the first page. */
function addressOf(pathname: string, search: string, statuses: readonly PlantRequestStatus[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['status', 'page', VIEW_PARAM]) params.delete(name)
  for (const status of statuses) params.append('status', status)
  // An empty address would open the default view.
  if (params.size === 0) params.set(VIEW_PARAM, WHOLE_VIEW)
  return `${pathname}?${params.toString()}`
}
