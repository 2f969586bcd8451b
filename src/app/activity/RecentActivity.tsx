import { useGetActivityInfiniteQuery } from '../../crud/history/activityApi'
import { Entry } from '../../crud/history/Entry'
import { isApiError } from '../../crud/problems'
import { Unloaded } from '../../crud/Unloaded'
import { Card } from '../../ui/Card'
import { Link } from '../../ui/Link'
import { useAreas } from './useAreas'

/** Entries that are told on the dashboard. */
const TOLD = 8

/** What happened last, and the way to all that did. Nothing where the backend does not tell it. */
export function RecentActivity() {
  const query = useGetActivityInfiniteQuery({ pageSize: TOLD, aside: true }, { refetchOnMountOrArgChange: 30 })
  const areas = useAreas()
  const entries = query.data?.pages[0]?.result
  if (entries?.length === 0 || (entries === undefined && isApiError(query.error) && query.error.status === 404)) return null
  return (
    <Card
      title="Recent activity"
      className="recent-activity"
      flush={entries !== undefined}
      actions={
        <Link className="link" href="/pages/activity">
          All activity
        </Link>
      }
    >
      {entries === undefined || areas === null ? (
        <Unloaded query={query} rows={4} columns={2} label="Loading recent activity" />
      ) : (
        <ol className="entries">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} area={areas.get(entry.subject)} time="relative" />
          ))}
        </ol>
      )}
    </Card>
  )
}
