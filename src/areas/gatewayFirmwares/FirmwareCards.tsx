import { Plus } from 'lucide-react'
import type { GatewayFirmware } from '../../contract/gatewayFirmwares'
import { firstRows } from '../../contract/list'
import { rollouts } from '../../contract/rollouts'
import { newPath } from '../../crud/model/paths'
import { hasFailed } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { useSomeRolloutsQuery } from '../../telemetry/rollouts/rolloutsApi'
import { RolloutsList } from '../../telemetry/rollouts/RolloutsList'
import { LinkButton } from '../../ui/controls/Button'
import { Card } from '../../ui/layout/Card'
import { FileCard } from './FileCard'

interface Props {
  readonly row: GatewayFirmware
  readonly isDeleted: boolean
}

/** The panels of a firmware's page: its file and its rollouts. */
export function FirmwareCards(props: Props) {
  return (
    <>
      <FileCard {...props} />
      <RolloutsCard {...props} />
    </>
  )
}

/** Renders nothing on a backend without rollouts. */
function RolloutsCard({ row, isDeleted }: Props) {
  const query = useSomeRolloutsQuery(firstRows(rollouts, 5, { filter: { firmwareId: [row.id] } }), {
    refetchOnMountOrArgChange: 30,
  })
  const { currentData: page } = query
  const rows = page?.result ?? []
  const canStart = row.status === 'released' && !isDeleted
  if (!hasFailed(query) && (page === undefined || (rows.length === 0 && !canStart))) return null
  return (
    <Card
      title="Rollouts"
      flush={rows.length > 0}
      actions={
        canStart && (
          <LinkButton href={`${newPath('rollouts')}?${new URLSearchParams({ firmwareId: row.id })}`} icon={Plus}>
            New rollout
          </LinkButton>
        )
      }
    >
      {page === undefined ? (
        <Unloaded query={query} rows={1} columns={3} label="Loading the rollouts" />
      ) : rows.length === 0 ? (
        <p className="soft">Not rolled out so far.</p>
      ) : (
        <RolloutsList rows={rows} />
      )}
    </Card>
  )
}
