import { isMissing } from '../../crud/model/problems'
import { Unloaded } from '../../crud/parts/Unloaded'
import { counted } from '../../crud/model/words'
import { Card } from '../../ui/layout/Card'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { WhenSeen } from '../../ui/layout/WhenSeen'
import { useGetPositionsQuery, usePositionsState } from '../overviewApi'
import './map.css'

// The map's outlines and projection are larger than the page itself.
const GatewayMap = panelOnDemand(async () => (await import('./GatewayMap')).GatewayMap)

/** The gateways' positions; loads when scrolled into view. Renders nothing when the backend does not report them. */
export function MapCard() {
  const { data, error } = usePositionsState()
  if (data === undefined && isMissing(error)) return null
  const unplaced = data?.unplaced ?? 0
  return (
    <Card
      title="Map"
      description={
        unplaced > 0
          ? counted(unplaced, { one: 'gateway has no position', many: 'gateways have no position' })
          : 'Where the gateways are.'
      }
    >
      <WhenSeen className="map-card">
        <Places />
      </WhenSeen>
    </Card>
  )
}

function Places() {
  const query = useGetPositionsQuery(undefined, { refetchOnMountOrArgChange: 60 })
  if (query.data == null) return <Unloaded query={query} rows={4} columns={1} label="Loading positions" />
  if (query.data.positions.length === 0)
    return <p className="soft">No gateway has a position. Enter latitude and longitude where you edit a gateway.</p>
  return <GatewayMap gateways={query.data} />
}
