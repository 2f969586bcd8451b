import type { Gateway } from '../contract/gateways'
import { Unloaded } from '../crud/parts/Unloaded'
import { isMissing } from '../crud/model/problems'
import { Card } from '../ui/layout/Card'
import { panelOnDemand } from '../ui/overlay/onDemand'
import { WhenSeen } from '../ui/layout/WhenSeen'
import { useGetAvailabilityQuery, useGetTrafficQuery } from './gatewayApi'
import './map/map.css'
import { useGetPositionsQuery } from './overviewApi'
import './telemetry.css'
import { Uptime } from './Uptime'
import { WhyOffline } from './WhyOffline'

// The map's outlines and projection are larger than the page itself.
const GatewayPlace = panelOnDemand(async () => (await import('./map/GatewayPlace')).GatewayPlace)

/** The state of a gateway: why it is offline, its uptime, and its position. */
export function GatewayStatus({ gateway }: { readonly gateway: Gateway }) {
  const query = useGetAvailabilityQuery(gateway.id, { refetchOnMountOrArgChange: true })
  const { currentData: traffic, isError: isUnknown } = useGetTrafficQuery(gateway.id)
  const { currentData, error } = query
  if (currentData === undefined)
    return isMissing(error) ? null : (
      <Card title="Uptime">
        <Unloaded query={query} rows={3} columns={1} label="Loading uptime" />
      </Card>
    )
  return (
    <>
      {(traffic !== undefined || isUnknown) && <WhyOffline gateway={gateway} availability={currentData} traffic={traffic} />}
      <div className="gateway-status">
        <Uptime gateway={gateway} days={currentData.days} />
        {gateway.latitude != null && gateway.longitude != null && <Place gateway={gateway} />}
      </div>
    </>
  )
}

function Place({ gateway }: { readonly gateway: Gateway }) {
  return (
    <Card title="On the map">
      <WhenSeen className="map-place-card">
        <AmongOthers gateway={gateway} />
      </WhenSeen>
    </Card>
  )
}

function AmongOthers({ gateway }: { readonly gateway: Gateway }) {
  const { data } = useGetPositionsQuery()
  return <GatewayPlace gateway={gateway} positions={data} />
}
