import { quantity } from './fields'
import { rangeGroup, someRange, wholeRange, type RangeFields } from './range'
import type { DraftOf, RowOf } from './resource'

const soilMoisture: RangeFields = { min: 'soilMoistureMin', max: 'soilMoistureMax', of: 'soil moisture' }
const airHumidity: RangeFields = { min: 'airHumidityMin', max: 'airHumidityMax', of: 'air humidity' }

/** The humidity that plants need, in the soil, in the air or both. */
export const humidityGroups = rangeGroup({
  name: 'HumidityGroup',
  nouns: { one: 'humidity group', many: 'humidity groups' },
  path: '/api/v1/humidity_groups',
  fields: () => ({
    soilMoistureMin: quantity(0, 100, '%').nullable().label('Lowest soil moisture'),
    soilMoistureMax: quantity(0, 100, '%').nullable().label('Highest soil moisture'),
    airHumidityMin: quantity(0, 100, '%RH').nullable().label('Lowest air humidity'),
    airHumidityMax: quantity(0, 100, '%RH').nullable().label('Highest air humidity'),
  }),
  rules: [someRange([soilMoisture, airHumidity]), wholeRange(soilMoisture), wholeRange(airHumidity)],
  sort: ['soilMoistureMin', 'airHumidityMin'],
  filter: () => ({}),
})
export type HumidityGroup = RowOf<typeof humidityGroups>
export type HumidityGroupDraft = DraftOf<typeof humidityGroups>
