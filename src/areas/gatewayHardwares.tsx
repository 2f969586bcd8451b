import { gatewayHardwares, type GatewayHardware } from '../contract/gatewayHardwares'
import { CountLink } from '../crud/parts/CountLink'
import { declare } from '../crud/model/declaration'
import { NoValue } from '../ui/text/NoValue'
import { unusualBetween } from '../telemetry/warnings'
import { counted, withUnit } from '../crud/model/words'
import { Badge, Status, type StatusTone } from '../ui/text/Status'

const statusTones: Readonly<Record<GatewayHardware['status'], StatusTone>> = { active: 'good', eol: 'off' }
const statusWords = { active: 'Active', eol: 'End of life' }

function HardwareStatus({ row, look }: { readonly row: GatewayHardware; readonly look?: 'pill' }) {
  return (
    <Status tone={statusTones[row.status]} look={look}>
      {statusWords[row.status]}
    </Status>
  )
}

function Gateways({ row }: { readonly row: GatewayHardware }) {
  return <CountLink count={row.gatewaysCount} slug="gateways" filter={{ hardwareId: row.id }} />
}

function Firmwares({ row }: { readonly row: GatewayHardware }) {
  return <CountLink count={row.firmwaresCount} slug="gateway-firmwares" filter={{ hardwareIds: row.id }} />
}

function Radios({ row }: { readonly row: GatewayHardware }) {
  return row.radios.length === 0 ? <NoValue /> : row.radios.map((radio) => <Badge key={radio}>{radio}</Badge>)
}

/** Gateway hardwares: the models, the gateways of each, and their firmwares. */
export const declaration = declare({
  resource: gatewayHardwares,
  columns: [
    { key: 'title', title: 'Hardware' },
    { key: 'status', title: 'Status', width: 6.5, cell: (row) => <HardwareStatus row={row} /> },
    { key: 'gatewaysCount', title: 'Gateways', numeric: true, cell: (row) => <Gateways row={row} /> },
    { key: 'firmwaresCount', title: 'Firmwares', width: 6.5, numeric: true, cell: (row) => <Firmwares row={row} /> },
    { key: 'radios', title: 'Radios', width: 14.5, cell: (row) => <Radios row={row} /> },
    { key: 'region', title: 'Region', width: 5.5 },
    {
      key: 'operatingMinC',
      title: 'Operating',
      width: 6.75,
      minor: true,
      also: ['operatingMaxC'],
      cell: (row) => operatingRange(row),
    },
    { key: 'ipCode', title: 'IP code', width: 5, minor: true },
    { key: 'partNumber', title: 'Part number', width: 7, minor: true },
  ],
  filters: [{ name: 'status', title: 'Status', words: statusWords }],
  State: ({ row }) => <HardwareStatus row={row} look="pill" />,
  Summary: ({ row }) => (
    <>
      {counted(row.gatewaysCount, { one: 'gateway has it', many: 'gateways have it' })} ·{' '}
      {counted(row.firmwaresCount, { one: 'firmware runs on it', many: 'firmwares run on it' })}
    </>
  ),
  sections: [
    {
      title: 'Hardware',
      items: [
        { key: 'vendor' },
        { key: 'model' },
        { key: 'revision' },
        { key: 'partNumber', copy: true },
        { key: 'gatewaysCount', value: (row) => <Gateways row={row} /> },
        { key: 'firmwaresCount', value: (row) => <Firmwares row={row} /> },
      ],
    },
    {
      title: 'Device',
      items: [
        { key: 'radios', value: (row) => <Radios row={row} /> },
        { key: 'region' },
        { key: 'power' },
        { key: 'ipCode' },
        { key: 'operatingMinC', label: 'Operating temperature', value: (row) => operatingRange(row) },
      ],
    },
  ],
  form: [
    {
      title: 'Hardware',
      hint: 'Its name is made of vendor, model and revision.',
      fields: [
        { name: 'vendor' },
        { name: 'model' },
        { name: 'revision' },
        { name: 'partNumber' },
        {
          name: 'status',
          words: statusWords,
          hint: 'At its end of life it can no longer be selected for gateways; those that have it keep it.',
        },
      ],
    },
    {
      title: 'Device',
      fields: [
        { name: 'radios', hint: 'Such as LoRaWAN or BLE 5.' },
        { name: 'region', hint: 'Of its radios, such as EU868.' },
        { name: 'power' },
        { name: 'ipCode', hint: 'Protection from dust and water, such as IP67.' },
        { name: 'operatingMinC', warn: unusualBetween(5, 100, 'Most gateways tolerate frost.') },
        { name: 'operatingMaxC', warn: unusualBetween(-60, 30, 'A greenhouse is warmer than this in summer.') },
      ],
    },
  ],
  blank: { status: 'active' },
  example: { vendor: 'Fernwerk', model: 'Hub 2', revision: 'r1', radios: 'LoRaWAN; BLE 5', region: 'EU868', ipCode: 'IP67' },
  removal: {
    typed: false,
    consequence: () =>
      'You can select another hardware for the gateways that use it. Hardware with a released firmware cannot be deleted.',
  },
})

function operatingRange({ operatingMinC, operatingMaxC }: GatewayHardware) {
  if (operatingMinC == null || operatingMaxC == null) return <NoValue />
  return `${withUnit(operatingMinC, undefined)} to ${withUnit(operatingMaxC, '°C')}`
}
