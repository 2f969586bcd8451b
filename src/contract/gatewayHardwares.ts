import { array, object } from 'yup'
import { identity, count, oneOf, quantity, text } from './fields'
import { resource, type RowOf } from './resource'

export const hardwareStatuses = ['active', 'eol'] as const

/** A gateway model as its maker sells it; vendor, model and revision together are its name. */
const draft = object({
  vendor: text(60, 1).required().label('Vendor'),
  model: text(60, 1).required().label('Model'),
  revision: text(20, 1).required().label('Revision'),
  partNumber: text(60).nullable().label('Part number'),
  radios: array(text(30, 1).required()).max(10).required().label('Radios'),
  region: text(30).nullable().label('Region'),
  power: text(60).nullable().label('Power'),
  operatingMinC: quantity(-60, 100, '°C').nullable().label('Coldest operating temperature'),
  operatingMaxC: quantity(-60, 100, '°C').nullable().label('Warmest operating temperature'),
  ipCode: text(8).nullable().label('IP code'),
  status: oneOf(hardwareStatuses).required().label('Status'),
}).noUnknown()

const row = draft.shape({
  ...identity(),
  /** "Vendor Model Revision". */
  title: text(150).required().label('Hardware'),
  gatewaysCount: count(0, 2 ** 31 - 1)
    .required()
    .label('Gateways'),
})

/** Gateway hardwares. Read only until their own screens come: gateways refer to them. */
export const gatewayHardwares = resource({
  name: 'GatewayHardware',
  nouns: { one: 'gateway hardware', many: 'gateway hardwares' },
  path: '/api/v1/gateway_hardwares',
  ops: ['list', 'get'],
  draft,
  row,
  title: 'title',
  list: {
    sort: ['title', 'vendor', 'model', 'status', 'createdAt'],
    defaultSort: 'title',
    filter: { status: oneOf(hardwareStatuses).required() },
    search: ['title', 'partNumber'],
  },
})
export type GatewayHardware = RowOf<typeof gatewayHardwares>
