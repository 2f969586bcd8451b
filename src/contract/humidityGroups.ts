import { object } from 'yup'
import { count, identity, quantity, text } from './fields'
import { someRange, wholeRange, type RangeFields } from './range'
import { resource, type DraftOf, type RowOf } from './resource'

const soilMoisture: RangeFields = { min: 'soilMoistureMin', max: 'soilMoistureMax', of: 'soil moisture' }
const airHumidity: RangeFields = { min: 'airHumidityMin', max: 'airHumidityMax', of: 'air humidity' }

/** How moist plants want it, in the soil, in the air or both. */
const draft = object({
  name: text(50, 2).required('Name is required').label('Name'),
  soilMoistureMin: quantity(0, 100, '%').nullable().label('Lowest soil moisture'),
  soilMoistureMax: quantity(0, 100, '%').nullable().label('Highest soil moisture'),
  airHumidityMin: quantity(0, 100, '%RH').nullable().label('Lowest air humidity'),
  airHumidityMax: quantity(0, 100, '%RH').nullable().label('Highest air humidity'),
})
  .test(someRange([soilMoisture, airHumidity]))
  .test(wholeRange(soilMoisture))
  .test(wholeRange(airHumidity))
  .noUnknown()

const row = draft.shape({
  ...identity(),
  /** Plants that have this group. */
  plantsCount: count(0, 2 ** 31 - 1)
    .required()
    .label('Plants'),
  /** Sensors that stand at those plants. */
  sensorsCount: count(0, 2 ** 31 - 1)
    .required()
    .label('Sensors'),
})

export const humidityGroups = resource({
  name: 'HumidityGroup',
  nouns: { one: 'humidity group', many: 'humidity groups' },
  path: '/api/v1/humidity_groups',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  reassigns: true,
  previews: true,
  keptBy: [{ field: 'plantsCount', nouns: { one: 'plant', many: 'plants' } }],
  list: {
    sort: ['name', 'soilMoistureMin', 'airHumidityMin', 'plantsCount', 'sensorsCount', 'createdAt'],
    defaultSort: 'name',
    filter: {},
    search: ['name'],
  },
})
export type HumidityGroup = RowOf<typeof humidityGroups>
export type HumidityGroupDraft = DraftOf<typeof humidityGroups>
