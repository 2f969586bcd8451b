import { array, object } from 'yup'
import { anyCount, identity, oneOf, quantity, text } from './fields'
import { wholeRange } from './range'
import { lazy, resource, type DraftOf, type RowOf } from './resource'

/** eol: at its end of life; new gateways cannot use it. */
const hardwareStatuses = ['active', 'eol'] as const

/** A gateway model of a vendor; vendor, model and revision together identify it. */
const draft = lazy(() =>
  object({
    vendor: text(60, 1).required('Vendor is required').label('Vendor'),
    model: text(60, 1).required('Model is required').label('Model'),
    revision: text(20, 1).required('Revision is required').label('Revision'),
    partNumber: text(60).nullable().label('Part number'),
    radios: array(text(30, 1).required().label('Radio'))
      .max(10, 'A hardware can have at most 10 radios')
      .required()
      .label('Radios'),
    region: text(30).nullable().label('Region'),
    power: text(60).nullable().label('Power'),
    operatingMinC: quantity(-60, 100, '°C').nullable().label('Coldest operating temperature'),
    operatingMaxC: quantity(-60, 100, '°C').nullable().label('Warmest operating temperature'),
    ipCode: text(8)
      .matches(/^IP[0-6X][0-9X]K?[A-Z]?$/, '${label} must be IP and two digits, such as IP67')
      .nullable()
      .label('IP code'),
    status: oneOf(hardwareStatuses).required('Status is required').label('Status'),
  })
    .test(wholeRange({ min: 'operatingMinC', max: 'operatingMaxC', of: 'operating temperature' }))
    .noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    /** "Vendor Model Revision". */
    title: text(150).required().label('Hardware'),
    gatewaysCount: anyCount().label('Gateways'),
    /** Firmwares that run on it. */
    firmwaresCount: anyCount().label('Firmwares'),
    /** Firmwares among them that are not drafts: their hardwares never change. */
    releasedFirmwaresCount: anyCount().label('Released firmwares'),
  }),
)

/** Gateway hardwares. On deletion, gateways and draft firmwares can be given another; released firmwares keep theirs. */
export const gatewayHardwares = resource({
  name: 'GatewayHardware',
  nouns: { one: 'gateway hardware', many: 'gateway hardwares' },
  path: '/api/v1/gateway_hardwares',
  draft,
  row,
  title: 'title',
  uniqueTogether: ['vendor', 'model', 'revision'],
  reassigns: true,
  usedBy: [
    { field: 'gatewaysCount', nouns: { one: 'gateway', many: 'gateways' } },
    { field: 'firmwaresCount', nouns: { one: 'gateway firmware', many: 'gateway firmwares' } },
    { field: 'releasedFirmwaresCount', lasting: true },
  ],
  list: {
    sort: ['title', 'vendor', 'model', 'region', 'status', 'gatewaysCount', 'createdAt'],
    defaultSort: 'title',
    filter: () => ({ status: oneOf(hardwareStatuses).required() }),
    search: ['title', 'partNumber'],
  },
})
export type GatewayHardware = RowOf<typeof gatewayHardwares>
export type GatewayHardwareDraft = DraftOf<typeof gatewayHardwares>
