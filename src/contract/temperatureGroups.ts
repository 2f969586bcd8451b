import { quantity } from './fields'
import { rangeGroup, rangeWithin, wholeRange, type RangeFields } from './range'
import type { DraftOf, RowOf } from './resource'

const temperature: RangeFields = { min: 'minC', max: 'maxC', of: 'temperature' }
const ideal: RangeFields = { min: 'idealMinC', max: 'idealMaxC', of: 'ideal temperature', mayBePoint: true }

/** The air temperatures that plants tolerate, and within them the range that suits them best. */
export const temperatureGroups = rangeGroup({
  name: 'TemperatureGroup',
  nouns: { one: 'temperature group', many: 'temperature groups' },
  path: '/api/v1/temperature_groups',
  fields: () => ({
    minC: quantity(-50, 60, '°C').required('Lowest temperature is required').label('Lowest temperature'),
    maxC: quantity(-50, 60, '°C').required('Highest temperature is required').label('Highest temperature'),
    idealMinC: quantity(-50, 60, '°C').nullable().label('Ideal from'),
    idealMaxC: quantity(-50, 60, '°C').nullable().label('Ideal to'),
  }),
  rules: [wholeRange(temperature), wholeRange(ideal), rangeWithin(ideal, temperature)],
  sort: ['minC', 'maxC'],
  filter: () => ({}),
})
export type TemperatureGroup = RowOf<typeof temperatureGroups>
export type TemperatureGroupDraft = DraftOf<typeof temperatureGroups>
