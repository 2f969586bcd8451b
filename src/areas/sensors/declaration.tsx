import { ArrowRightLeft, QrCode, Replace } from 'lucide-react'
import { euiScan } from '../../contract/eui'
import { sensors, type Sensor } from '../../contract/sensors'
import { declare } from '../../crud/model/declaration'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { rowLink } from '../../crud/parts/rowLink'
import { unusualInterval } from '../../telemetry/warnings'
import { counted } from '../../crud/model/words'
import { DeviceState } from '../../telemetry/DeviceState'
import { LastSeen } from '../../telemetry/LastSeen'
import { conditionWords, SensorBattery, SensorCondition } from '../../telemetry/SensorStatus'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'

// Loaded on demand: only a sensor's own page has curves.
const SensorReadings = panelOnDemand(async () => (await import('../../telemetry/SensorReadings')).SensorReadings)
const SensorLabel = dialogOnDemand(async () => (await import('../../telemetry/labels')).SensorLabel)
const ReplaceDialog = dialogOnDemand(async () => (await import('./ReplaceDialog')).ReplaceDialog)
const MoveMany = dialogOnDemand(async () => (await import('./MoveMany')).MoveMany)
const datapoints = { one: 'datapoint', many: 'datapoints' }

function gateway({ gatewayId, gatewayName }: Sensor) {
  return rowLink('gateways', gatewayId, gatewayName)
}

function plant({ plantId, plantName }: Sensor) {
  return rowLink('plants', plantId, plantName)
}

/** Sensors: their plant, gateway, readings and battery. */
export const declaration = declare({
  resource: sensors,
  columns: [
    { key: 'name', title: 'Name', width: 10.75 },
    { key: 'eui', title: 'EUI', width: 9.25, minor: true, mono: true },
    { key: 'state', title: 'State', width: 7.25, cell: (row) => <DeviceState state={row.state} /> },
    { key: 'condition', title: 'Readings', width: 7.25, cell: (row) => <SensorCondition row={row} /> },
    { key: 'lastSeenAt', title: 'Last seen', width: 7.3, cell: (row) => <Moment value={row.lastSeenAt} dense /> },
    {
      key: 'batteryPct',
      title: 'Battery',
      width: 6,
      numeric: true,
      also: ['externalPower', 'batteryLow'],
      cell: (row) => <SensorBattery row={row} />,
    },
    { key: 'rssiDbm', title: 'RSSI', width: 5.5, numeric: true, minor: true },
    { key: 'gatewayName', title: 'Gateway', width: 6.75, cell: gateway },
    { key: 'plantName', title: 'Plant', width: 6.75, cell: plant },
    { key: 'datapointsCount', title: 'Datapoints', width: 6.5, numeric: true, minor: true },
  ],
  filters: [
    { name: 'state', title: 'State' },
    { name: 'condition', title: 'Readings', words: conditionWords },
    { name: 'batteryLow', title: 'Battery', words: { true: 'Low', false: 'Not low' } },
    { name: 'gatewayId', title: 'Gateway' },
    { name: 'plantId', title: 'Plant' },
    { name: 'humidityGroupId', title: 'Humidity group' },
    { name: 'temperatureGroupId', title: 'Temperature group' },
    { name: 'lightGroupId', title: 'Light group' },
  ],
  actions: [
    { label: 'Replace device', icon: Replace, Dialog: ReplaceDialog },
    { label: 'Label', icon: QrCode, Dialog: SensorLabel },
  ],
  bulkActions: [{ label: 'Move', icon: ArrowRightLeft, Dialog: MoveMany }],
  State: ({ row }) => <DeviceState state={row.state} look="pill" />,
  Summary: ({ row }) => (
    <>
      <LastSeen at={row.lastSeenAt} /> · {counted(row.datapointsCount, datapoints)}
    </>
  ),
  sections: [
    {
      title: 'Sensor',
      items: [
        { key: 'eui', copy: true },
        { key: 'model' },
        { key: 'gatewayName', value: gateway },
        { key: 'plantName', value: plant },
        { key: 'reportingIntervalS' },
        { key: 'moistureCalibrated' },
      ],
    },
    {
      title: 'Condition',
      items: [
        { key: 'lastSeenAt', always: true, value: (row) => <Moment value={row.lastSeenAt} /> },
        { key: 'condition', value: (row) => <SensorCondition row={row} /> },
        {
          key: 'batteryPct',
          value: (row) => (row.externalPower || row.batteryPct != null ? <SensorBattery row={row} /> : <NoValue />),
          always: true,
        },
        { key: 'rssiDbm' },
        { key: 'snrDb' },
        { key: 'firmwareVersion' },
      ],
    },
  ],
  More: SensorReadings,
  form: [
    {
      title: 'Sensor',
      fields: [
        { name: 'name' },
        {
          name: 'eui',
          scan: euiScan,
          hint: 'EUI-64, or the 12 digits of a Bluetooth sensor. A replacement device has its own.',
        },
        { name: 'model' },
        {
          name: 'reportingIntervalS',
          warn: unusualInterval,
          hint: 'The sensor counts as offline after two intervals of silence.',
        },
      ],
    },
    {
      title: 'Place',
      fields: [
        { name: 'gatewayId', hint: 'The gateway that receives it.' },
        { name: 'plantId', hint: 'The plant it monitors.' },
      ],
    },
    {
      title: 'Device',
      fields: [
        { name: 'externalPower', hint: 'It has no battery to run down.' },
        { name: 'moistureCalibrated', hint: 'Its readings are volumetric water content (% VWC).' },
      ],
    },
  ],
  blank: { reportingIntervalS: 900 },
  example: { name: 'Bed 12', eui: 'A84041FFFF00012C', model: 'Moist 2', externalPower: false, moistureCalibrated: true },
  removal: {
    typed: false,
    consequence: (rows, sums) => {
      const count = sums?.['datapointsCount'] ?? rows.reduce((sum, row) => sum + row.datapointsCount, 0)
      if (count === 0) return rows.length === 1 ? 'It has no datapoints.' : 'They have no datapoints.'
      return `${counted(count, datapoints)} ${count === 1 ? 'is' : 'are'} deleted too.`
    },
  },
})
