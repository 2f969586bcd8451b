import { Plus } from 'lucide-react'
import type { Gateway } from '../contract/gateways'
import { firstRows } from '../contract/list'
import { sensors, type Sensor } from '../contract/sensors'
import { crudCalls } from '../crud/model/crudCalls'
import { newPath } from '../crud/model/paths'
import { rowLink } from '../crud/parts/rowLink'
import { Unloaded } from '../crud/parts/Unloaded'
import { LinkButton } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/table/Table'
import { Time } from '../ui/text/Time'
import { DeviceState } from './DeviceState'
import { SensorsLink } from './SensorsLink'
import { SensorBattery, SensorCondition } from './SensorStatus'
import './telemetry.css'

/** Maximum of sensors on a gateway's page; the list shows all. */
const SENSORS_SHOWN = 25

interface GatewaySensorsProps {
  readonly gateway: Gateway
  /** The gateway has been deleted. */
  readonly isDeleted: boolean
}

/** The sensors of a gateway with their states. */
export function GatewaySensors({ gateway, isDeleted }: GatewaySensorsProps) {
  const query = crudCalls(sensors).list.useQuery(firstRows(sensors, SENSORS_SHOWN, { filter: { gatewayId: [gateway.id] } }), {
    refetchOnMountOrArgChange: true,
  })
  const { currentData } = query
  const total = currentData?.meta.total ?? 0
  return (
    <Card
      title="Sensors"
      description={
        total > SENSORS_SHOWN && <SensorsLink total={total} shown={SENSORS_SHOWN} filter={{ gatewayId: gateway.id }} />
      }
      flush={total > 0}
    >
      {currentData === undefined ? (
        <Unloaded query={query} columns={5} label="Loading sensors" />
      ) : total === 0 ? (
        <NoSensors gateway={gateway} isDeleted={isDeleted} />
      ) : (
        <Sensors rows={currentData.result} />
      )}
    </Card>
  )
}

function NoSensors({ gateway, isDeleted }: GatewaySensorsProps) {
  return (
    <div className="gateway-sensorless">
      <p className="soft">No sensors yet.</p>
      {!isDeleted && (
        <LinkButton size="sm" icon={Plus} href={`${newPath('sensors')}?${new URLSearchParams({ gatewayId: gateway.id })}`}>
          New sensor
        </LinkButton>
      )}
    </div>
  )
}

function Sensors({ rows }: { readonly rows: readonly Sensor[] }) {
  return (
    <Table label="Sensors of the gateway" density="compact">
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell>State</HeaderCell>
        <HeaderCell>Readings</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
        <HeaderCell>Battery</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <Cell look="title">{rowLink('sensors', row.id, row.name)}</Cell>
            <Cell label="State">
              <DeviceState state={row.state} />
            </Cell>
            <Cell label="Readings">
              <SensorCondition row={row} />
            </Cell>
            <Cell label="Last seen">
              <Time value={row.lastSeenAt} focusable={false} />
            </Cell>
            <Cell label="Battery">
              <SensorBattery row={row} />
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
