import { object } from 'yup'
import { count, identity, oneOf, quantity, text } from './fields'
import { someRange, wholeRange, type RangeFields } from './range'
import { resource, type DraftOf, type RowOf } from './resource'

/** From least to most sun. */
export const exposures = ['shade', 'part_shade', 'part_sun', 'full_sun'] as const

const dli: RangeFields = { min: 'dliMin', max: 'dliMax', of: 'daily light' }
const lux: RangeFields = { min: 'luxMin', max: 'luxMax', of: 'illuminance' }

/** How much light plants want: over a day (DLI, mol/m²/d), at a moment by day (lux), or both. */
const draft = object({
  name: text(50, 2).required('Name is required').label('Name'),
  exposure: oneOf(exposures).required('Exposure is required').label('Exposure'),
  dliMin: quantity(0, 65, 'mol/m²/d').nullable().label('Lowest daily light'),
  dliMax: quantity(0, 65, 'mol/m²/d').nullable().label('Highest daily light'),
  luxMin: quantity(0, 200_000, 'lux').nullable().label('Lowest illuminance'),
  luxMax: quantity(0, 200_000, 'lux').nullable().label('Highest illuminance'),
})
  .test(someRange([dli, lux]))
  .test(wholeRange(dli))
  .test(wholeRange(lux))
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

export const lightGroups = resource({
  name: 'LightGroup',
  nouns: { one: 'light group', many: 'light groups' },
  path: '/api/v1/light_groups',
  draft,
  row,
  title: 'name',
  unique: ['name'],
  reassigns: true,
  previews: true,
  keptBy: [{ field: 'plantsCount', nouns: { one: 'plant', many: 'plants' } }],
  list: {
    sort: ['name', 'exposure', 'dliMin', 'luxMin', 'plantsCount', 'sensorsCount', 'createdAt'],
    defaultSort: 'name',
    filter: { exposure: oneOf(exposures).required() },
    search: ['name'],
  },
})
export type LightGroup = RowOf<typeof lightGroups>
export type LightGroupDraft = DraftOf<typeof lightGroups>
