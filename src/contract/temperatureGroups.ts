import { object } from 'yup'
import { count, identity, quantity, text } from './fields'
import { rangeWithin, wholeRange, type RangeFields } from './range'
import { resource, type DraftOf, type RowOf } from './resource'

const temperature: RangeFields = { min: 'minC', max: 'maxC', of: 'temperature' }
const ideal: RangeFields = { min: 'idealMinC', max: 'idealMaxC', of: 'ideal temperature' }

/** How warm plants want it: what they bear and, inside it, what suits them best. Of the air. */
const draft = object({
  name: text(50, 2).required('Name is required').label('Name'),
  minC: quantity(-50, 60, '°C').required('Lowest temperature is required').label('Lowest temperature'),
  maxC: quantity(-50, 60, '°C').required('Highest temperature is required').label('Highest temperature'),
  idealMinC: quantity(-50, 60, '°C').nullable().label('Ideal from'),
  idealMaxC: quantity(-50, 60, '°C').nullable().label('Ideal to'),
})
  .test(wholeRange(temperature))
  .test(wholeRange(ideal))
  .test(rangeWithin(ideal, temperature))
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

export const temperatureGroups = resource({
  name: 'TemperatureGroup',
  nouns: { one: 'temperature group', many: 'temperature groups' },
  path: '/api/v1/temperature_groups',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  reassigns: true,
  previews: true,
  keptBy: [{ field: 'plantsCount', nouns: { one: 'plant', many: 'plants' } }],
  list: {
    sort: ['name', 'minC', 'maxC', 'plantsCount', 'sensorsCount', 'createdAt'],
    defaultSort: 'name',
    filter: {},
    search: ['name'],
  },
})
export type TemperatureGroup = RowOf<typeof temperatureGroups>
export type TemperatureGroupDraft = DraftOf<typeof temperatureGroups>
