import { oneOf, quantity } from './fields'
import { rangeGroup, someRange, wholeRange, type RangeFields } from './range'
import type { DraftOf, RowOf } from './resource'

/** From least to most sun. */
const exposures = ['shade', 'part_shade', 'part_sun', 'full_sun'] as const

const dli: RangeFields = { min: 'dliMin', max: 'dliMax', of: 'daily light' }
const lux: RangeFields = { min: 'luxMin', max: 'luxMax', of: 'illuminance' }

/** The light that plants need: per day (DLI, mol/m²/d), at a moment by day (lux), or both. */
export const lightGroups = rangeGroup({
  name: 'LightGroup',
  nouns: { one: 'light group', many: 'light groups' },
  path: '/api/v1/light_groups',
  fields: () => ({
    exposure: oneOf(exposures).required('Exposure is required').label('Exposure'),
    dliMin: quantity(0, 65, 'mol/m²/d').nullable().label('Lowest daily light'),
    dliMax: quantity(0, 65, 'mol/m²/d').nullable().label('Highest daily light'),
    luxMin: quantity(0, 200_000, 'lux').nullable().label('Lowest illuminance'),
    luxMax: quantity(0, 200_000, 'lux').nullable().label('Highest illuminance'),
  }),
  rules: [someRange([dli, lux]), wholeRange(dli), wholeRange(lux)],
  sort: ['exposure', 'dliMin', 'luxMin'],
  filter: () => ({ exposure: oneOf(exposures).required() }),
})
export type LightGroup = RowOf<typeof lightGroups>
export type LightGroupDraft = DraftOf<typeof lightGroups>
