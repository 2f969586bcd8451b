import { actions } from '../../contract/activity'
import { useGetActivityInfiniteQuery } from '../../crud/history/activityApi'
import { Entry } from '../../crud/history/Entry'
import { ACTIVITY_PAGE } from '../../crud/model/paths'
import { isMissing } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import type { EntryAreas } from './entryAreas'

/** Entries on the dashboard. */
const SHOWN = 8
/** All actions but the daily sign-ins and sign-outs, which would push the others out. */
const action = actions.filter((one) => !one.startsWith('signed_'))

/** Creates the card with all areas' declarations, whose labels the entries use. */
export function createRecentActivity(areas: EntryAreas) {
  return () => <RecentActivity areas={areas} />
}

/**
 * The latest changes, failed sign-ins and other events, with a link to all. Renders nothing when the backend lacks the call, or there are no
 * entries.
 */
function RecentActivity({ areas }: { readonly areas: EntryAreas }) {
  const query = useGetActivityInfiniteQuery({ action, pageSize: SHOWN, aside: true }, { refetchOnMountOrArgChange: 30 })
  const entries = query.data?.pages[0]?.result
  if (entries?.length === 0 || (entries === undefined && isMissing(query.error))) return null
  return (
    <Card
      title="Recent activity"
      flush={entries !== undefined}
      actions={
        <Link className="link" href={ACTIVITY_PAGE}>
          All activity
        </Link>
      }
    >
      {entries === undefined ? (
        <Unloaded query={query} rows={4} columns={2} label="Loading recent activity" />
      ) : (
        <ol className="entries">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} area={areas.get(entry.area)} time="relative" />
          ))}
        </ol>
      )}
    </Card>
  )
}
