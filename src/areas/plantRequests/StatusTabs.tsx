import { useLocation } from 'react-router-dom'
import { openStatuses, plantRequestStatuses, type PlantRequestStatus } from '../../contract/plantRequests'
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

/** The number of requests in each status, as links that filter the list and keep its other parameters. */
export function StatusTabs() {
  const { data } = useCountPlantRequestsQuery(undefined, { refetchOnMountOrArgChange: true })
  const { pathname, search } = useLocation()
  const chosen = new URLSearchParams(search).getAll('status').toSorted().join()
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
          {data !== undefined && <span className="status-tab-count">{grouped(countOf(data, statuses))}</span>}
        </Link>
      ))}
    </nav>
  )
}

function countOf(counts: Readonly<Record<PlantRequestStatus, number>>, statuses: readonly PlantRequestStatus[]): number {
  return (statuses.length === 0 ? plantRequestStatuses : statuses).reduce((sum, status) => sum + counts[status], 0)
}

/** The list's address filtered by these statuses, on the first page. */
function addressOf(pathname: string, search: string, statuses: readonly PlantRequestStatus[]): string {
  const params = new URLSearchParams(search)
  for (const name of ['status', 'page', 'view']) params.delete(name)
  for (const status of statuses) params.append('status', status)
  // An empty address would open the default view.
  if (params.size === 0) params.set('view', 'all')
  return `${pathname}?${params.toString()}`
}
