import { listPath } from '../../crud/model/paths'
import { Card } from '../../ui/layout/Card'
import { Link } from '../../ui/controls/Link'
import { PendingSection } from '../PendingSection'
import { rolloutsQuery, useSomeRolloutsQuery } from './rolloutsApi'
import { RolloutsList } from './RolloutsList'

const shown = rolloutsQuery({ status: ['running', 'paused', 'scheduled'] }, 3)

/** The running rollouts, for the dashboard; renders nothing without any, or on a backend without rollouts. */
export function RunningRollouts() {
  const { currentData: page, error } = useSomeRolloutsQuery(shown, { refetchOnMountOrArgChange: 30 })
  if (page === undefined && error === undefined) return <PendingSection />
  if (page === undefined || page.result.length === 0) return null
  return (
    <Card
      title="Rollouts"
      flush
      actions={
        <Link className="link" href={listPath('rollouts')}>
          All rollouts
        </Link>
      }
    >
      <RolloutsList rows={page.result} />
    </Card>
  )
}
