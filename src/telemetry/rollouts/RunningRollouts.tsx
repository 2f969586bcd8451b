import { wholeListPath } from '../../crud/model/paths'
import { hasFailed } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { PendingSection } from '../PendingSection'
import { rolloutsQuery, useSomeRolloutsQuery } from './rolloutsApi'
import { RolloutsList } from './RolloutsList'

const shown = rolloutsQuery({ status: ['running', 'paused', 'scheduled'] }, 3)

/** The running rollouts, for the dashboard; renders nothing without any, or on a backend without rollouts. */
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
        <Link className="link" href={wholeListPath('rollouts')}>
          All rollouts
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
