import { Plus } from 'lucide-react'
import { UNKNOWN_MAX, type CheckIn, type UnknownSensor } from '../contract/gatewayTraffic'
import type { Gateway } from '../contract/gateways'
import { newPath } from '../crud/model/paths'
import { Unloaded } from '../crud/parts/Unloaded'
import { counted } from '../crud/model/words'
import { LinkButton } from '../ui/controls/Button'
import { Card } from '../ui/layout/Card'
import { grouped } from '../ui/text/numberWords'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../ui/table/Table'
import { Time } from '../ui/text/Time'
import { SubjectAlerts } from './alerts/SubjectAlerts'
import { useGetTrafficQuery } from './gatewayApi'
import { GatewaySensors } from './GatewaySensors'
import { GatewayStatus } from './GatewayStatus'
import { KeyCard } from './KeyCard'
import { refusalWords } from './refusalWords'

interface GatewayTrafficProps {
  readonly row: Gateway
  /** The gateway has been deleted: no sensor can be registered with it. */
  readonly isDeleted: boolean
}

/** The panels of a gateway's page: its sensors, and its traffic. */
export function GatewayTraffic({ row, isDeleted }: GatewayTrafficProps) {
  return (
    <div className="stack">
      <SubjectAlerts field="gatewayId" id={row.id} />
      {!isDeleted && <GatewayStatus gateway={row} />}
      <GatewaySensors gateway={row} isDeleted={isDeleted} />
      <Calls row={row} isDeleted={isDeleted} />
    </div>
  )
}

/** A gateway's traffic: its key, its check-ins, and the unregistered sensors that it reported. */
function Calls({ row, isDeleted }: GatewayTrafficProps) {
  const query = useGetTrafficQuery(row.id, { refetchOnMountOrArgChange: true })
  const { currentData } = query
  if (currentData === undefined)
    return (
      <Card title="Check-ins">
        <Unloaded query={query} columns={5} label="Loading check-ins" />
      </Card>
    )
  const { keyCreatedAt, checkIns, unknownSensors } = currentData
  return (
    <>
      <KeyCard gateway={row} createdAt={keyCreatedAt} />
      {unknownSensors.length > 0 && !isDeleted && <Unknown gatewayId={row.id} sensors={unknownSensors} />}
      <CheckIns checkIns={checkIns} />
    </>
  )
}

/** The outcomes of a check-in's readings. */
const counts = [
  ['stored', 'Stored'],
  ['duplicates', 'Duplicates'],
  ['refused', 'Rejected'],
  ['unknown', 'Unregistered sensors'],
] as const

/** Rejected reports, counted separately from rejected readings. */
const reports = { one: 'report unreadable', many: 'reports unreadable' }

function Reasons({ refusals = [], refusedReports = 0 }: Pick<CheckIn, 'refusals' | 'refusedReports'>) {
  const parts = refusals.map(({ code, count }) => `${grouped(count)} ${refusalWords[code]}`)
  if (refusedReports > 0) parts.push(counted(refusedReports, reports))
  if (parts.length === 0) return null
  return <span className="aside soft">{parts.join(', ')}</span>
}

function CheckIns({ checkIns }: { readonly checkIns: readonly CheckIn[] }) {
  if (checkIns.length === 0)
    return (
      <Card title="Check-ins">
        <p className="soft">No check-ins are stored.</p>
      </Card>
    )
  return (
    <Card title="Check-ins" description="The last times it sent readings, and the results." flush>
      <Table label="Check-ins" density="compact">
        <TableHead>
          <HeaderCell>When</HeaderCell>
          {counts.map(([key, title]) => (
            <HeaderCell key={key} align="end">
              {title}
            </HeaderCell>
          ))}
          <HeaderCell>Firmware</HeaderCell>
        </TableHead>
        <TableBody>
          {checkIns.map((checkIn) => (
            <TableRow key={checkIn.at}>
              <Cell look="title">
                <Time value={checkIn.at} show="full" focusable={false} />
              </Cell>
              {counts.map(([key, title]) => (
                <Cell key={key} label={title} align="end">
                  {grouped(checkIn[key])}
                  {key === 'refused' && <Reasons {...checkIn} />}
                </Cell>
              ))}
              <Cell label="Firmware">{checkIn.firmwareVersion}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

interface UnknownProps {
  readonly gatewayId: string
  readonly sensors: readonly UnknownSensor[]
}

function Unknown({ gatewayId, sensors }: UnknownProps) {
  return (
    <Card
      title="Unregistered sensors"
      description={`${sensors.length < UNKNOWN_MAX ? '' : `The latest ${UNKNOWN_MAX}. `}Their readings are rejected until you register them.`}
      flush
    >
      <Table label="Unregistered sensors">
        <TableHead>
          <HeaderCell>EUI</HeaderCell>
          <HeaderCell>First received</HeaderCell>
          <HeaderCell>Last received</HeaderCell>
          <HeaderCell hiddenLabel="Actions" />
        </TableHead>
        <TableBody>
          {sensors.map(({ eui, firstHeardAt, lastHeardAt }) => (
            <TableRow key={eui}>
              <Cell look="title">
                <code className="mono">{eui}</code>
              </Cell>
              <Cell label="First received">
                <Time value={firstHeardAt} />
              </Cell>
              <Cell label="Last received">
                <Time value={lastHeardAt} />
              </Cell>
              <Cell look="actions">
                <LinkButton size="sm" icon={Plus} href={`${newPath('sensors')}?${new URLSearchParams({ eui, gatewayId })}`}>
                  Register<span className="sr-only"> {eui}</span>
                </LinkButton>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
