import { firstRows } from '../../contract/list'
import { openRolloutStatuses, rollouts } from '../../contract/rollouts'
import { listPath } from '../../crud/model/paths'
import { hasFailed } from '../../crud/model/problems'
import { totalWords } from '../../crud/model/words'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { PendingSection } from '../PendingSection'
import { useSomeRolloutsQuery } from './rolloutsApi'
import { RolloutsList } from './RolloutsList'

// By name of the status: paused, running, scheduled.
const shown = firstRows(rollouts, 3, { sort: 'status,-createdAt', filter: { status: openRolloutStatuses } })

const pathOfAll = listPath(
  'rollouts',
  openRolloutStatuses.map((status) => ['status', status]),
)

/** The rollouts that have begun or will begin, for the dashboard; renders nothing without any, or on a backend without rollouts. */
export function RunningRollouts() {
  const query = useSomeRolloutsQuery(shown, { refetchOnMountOrArgChange: 30 })
  const { currentData: page, error } = query
  if (page === undefined && error === undefined) return <PendingSection />
  const rows = page?.result ?? []
  if (rows.length === 0 && !hasFailed(query)) return null
  return (
    <Card
      title="Rollouts"
      flush={rows.length > 0}
      actions={
        <Link className="link" href={pathOfAll}>
          {rows.length > 0 && page !== undefined ? `All ${totalWords(page.meta)}` : 'All rollouts'}
        </Link>
      }
    >
      {rows.length === 0 ? (
        <Unloaded query={query} rows={1} columns={3} label="Loading the rollouts" />
      ) : (
        <RolloutsList rows={rows} />
      )}
    </Card>
  )
}
