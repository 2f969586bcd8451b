import { QrCode } from 'lucide-react'
import { euiScan } from '../contract/eui'
import { gateways, type Gateway, type readingsFrom } from '../contract/gateways'
import { sensors } from '../contract/sensors'
import { CountLink } from '../crud/parts/CountLink'
import { declare } from '../crud/model/declaration'
import { Moment } from '../crud/parts/FieldText'
import { NoValue } from '../ui/text/NoValue'
import { listPath } from '../crud/model/paths'
import { rowLink } from '../crud/parts/rowLink'
import { unusualInterval } from '../telemetry/warnings'
import { counted, withUnit } from '../crud/model/words'
import { DeviceState } from '../telemetry/DeviceState'
import { FirmwareCell, FirmwareStatus } from '../telemetry/FirmwareStatus'
import { LastSeen } from '../telemetry/LastSeen'
import { ReportedFirmware } from '../telemetry/ReportedFirmware'
import { Link } from '../ui/controls/Link'
import { grouped } from '../ui/text/numberWords'
import { dialogOnDemand, panelOnDemand } from '../ui/overlay/onDemand'
import { Badge } from '../ui/text/Status'

const readingsFromWords: Readonly<Record<(typeof readingsFrom)[number], string>> = {
  assigned: 'Its own and unassigned sensors',
  all: 'All sensors',
}

// Loaded on demand: only a gateway's own page shows its traffic and label.
const GatewayLabel = dialogOnDemand(async () => (await import('../telemetry/labels')).GatewayLabel)
const GatewayTraffic = panelOnDemand(async () => (await import('../telemetry/GatewayTraffic')).GatewayTraffic)

function SensorsLink({ row }: { readonly row: Gateway }) {
  return <CountLink count={row.sensorsCount} slug="sensors" filter={{ gatewayId: row.id }} />
}

function AssignedFirmware({ row }: { readonly row: Gateway }) {
  if (row.targetFirmwareId == null) return <NoValue />
  return (
    <>
      {rowLink('gateway-firmwares', row.targetFirmwareId, row.targetFirmwareName)}{' '}
      {row.firmwareUpdate !== 'none' && <Moment value={row.targetFirmwareAt} />}
    </>
  )
}

function Tags({ row }: { readonly row: Gateway }) {
  return row.tags.length === 0 ? (
    <NoValue />
  ) : (
    row.tags.map((tag) => (
      <Badge key={tag}>
        <Link className="link" href={listPath('gateways', { tags: tag })}>
          {tag}
        </Link>
      </Badge>
    ))
  )
}

/** Gateways: their position, state and firmware. */
export const declaration = declare({
  resource: gateways,
  columns: [
    { key: 'name', title: 'Name', width: 10 },
    { key: 'eui', title: 'EUI', width: 9.25, minor: true, mono: true },
    { key: 'state', title: 'State', width: 7.25, cell: (row) => <DeviceState state={row.state} /> },
    { key: 'lastSeenAt', title: 'Last seen', width: 7.3, cell: (row) => <Moment value={row.lastSeenAt} dense /> },
    { key: 'sensorsCount', title: 'Sensors', width: 5.5, numeric: true, cell: (row) => <SensorsLink row={row} /> },
    { key: 'hardwareName', title: 'Hardware', width: 11 },
    {
      key: 'firmwareStatus',
      title: 'Firmware',
      width: 8.7,
      also: ['reportedVersion', 'firmwareUpdate'],
      cell: (row) => <FirmwareCell row={row} />,
    },
    { key: 'serialNumber', title: 'Serial number', width: 9.25, minor: true },
  ],
  filters: [
    { name: 'state', title: 'State' },
    { name: 'firmwareStatus', title: 'Firmware' },
    { name: 'updateChannel', title: 'Update channel' },
    { name: 'hardwareId', title: 'Hardware' },
    { name: 'firmwareId', title: 'Reported firmware', quiet: true },
    { name: 'targetFirmwareId', title: 'Assigned firmware', quiet: true },
    { name: 'firmwareUpdate', title: 'Update', quiet: true },
    { name: 'hearsUnknown', title: 'Has unregistered sensors', words: { true: 'Yes', false: 'No' }, quiet: true },
    { name: 'tags', title: 'Tag', quiet: true },
  ],
  actions: [{ label: 'Label', icon: QrCode, Dialog: GatewayLabel }],
  State: ({ row }) => <DeviceState state={row.state} look="pill" />,
  Summary: ({ row }) => (
    <>
      <LastSeen at={row.lastSeenAt} /> ·{' '}
      <Link className="link" href={listPath('sensors', { gatewayId: row.id })}>
        {counted(row.sensorsCount, sensors.nouns)}
      </Link>
    </>
  ),
  sections: [
    {
      title: 'Gateway',
      items: [
        { key: 'eui', copy: true },
        { key: 'serialNumber', copy: true },
        { key: 'tags', value: (row) => <Tags row={row} /> },
        { key: 'reportingIntervalS' },
        {
          key: 'readingsFrom',
          value: (row) => (row.readingsFrom === undefined ? <NoValue /> : readingsFromWords[row.readingsFrom]),
        },
        { key: 'lastSeenAt', always: true, value: (row) => <Moment value={row.lastSeenAt} /> },
        { key: 'description', wide: true },
      ],
    },
    {
      title: 'Hardware and firmware',
      items: [
        { key: 'hardwareName' },
        { key: 'firmwareStatus', value: (row) => <FirmwareStatus row={row} /> },
        { key: 'firmwareName', label: 'Reported firmware', always: true, value: reportedFirmware },
        { key: 'targetFirmwareName', value: (row) => <AssignedFirmware row={row} /> },
        { key: 'updateChannel' },
      ],
    },
    {
      title: 'Position',
      items: [
        { key: 'latitude', value: (row) => degrees(row.latitude) },
        { key: 'longitude', value: (row) => degrees(row.longitude) },
        { key: 'altitudeM' },
      ],
    },
  ],
  More: GatewayTraffic,
  form: [
    {
      title: 'Gateway',
      fields: [
        { name: 'name' },
        { name: 'eui', scan: euiScan, hint: 'EUI-64, on the label of the device. It never changes.' },
        { name: 'serialNumber' },
        { name: 'tags', hint: 'At most 10.' },
        { name: 'description' },
      ],
    },
    {
      title: 'Hardware and firmware',
      fields: [
        {
          name: 'hardwareId',
          offer: { status: ['active'] },
          hint: 'Hardware at its end of life can no longer be selected.',
        },
        { name: 'updateChannel' },
        { name: 'targetFirmwareId', offer: { status: ['released'] }, hint: 'Released firmware that fits the hardware.' },
        {
          name: 'reportingIntervalS',
          warn: unusualInterval,
          hint: 'The gateway counts as offline after two intervals of silence.',
        },
        {
          name: 'readingsFrom',
          words: readingsFromWords,
          hint: 'Choose “All sensors” where several gateways receive the same sensor. A stolen key can then send readings for every sensor.',
        },
      ],
    },
    {
      title: 'Position',
      hint: 'Leave these empty when the position is not known.',
      fields: [{ name: 'latitude' }, { name: 'longitude' }, { name: 'altitudeM' }],
    },
  ],
  blank: { updateChannel: 'stable', reportingIntervalS: 30, readingsFrom: 'assigned' },
  example: {
    name: 'Greenhouse 4',
    eui: '70B3D57ED0001A2F',
    serialNumber: 'GW-2026-0004',
    description: 'On the north wall',
    latitude: 47.3769,
    longitude: 8.5417,
    tags: 'north; glass',
  },
  removal: {
    typed: true,
    consequence: (rows) =>
      `${detachment(rows)} API keys, uptime and places in rollouts are lost, even if the deletion is undone.`,
  },
})

function detachment(rows: readonly Gateway[]): string {
  const sensors = rows.reduce((sum, row) => sum + row.sensorsCount, 0)
  if (sensors === 0) return rows.length === 1 ? 'It has no sensors.' : 'They have no sensors.'
  const detached = sensors === 1 ? 'sensor is' : 'sensors are'
  return `${grouped(sensors)} ${detached} detached; their datapoints stay.`
}

function reportedFirmware(row: Gateway) {
  return row.firmwareName == null && row.reportedVersion == null ? <NoValue /> : <ReportedFirmware row={row} />
}

function degrees(value: number | null | undefined) {
  return value == null ? <NoValue /> : withUnit(value, '°')
}
