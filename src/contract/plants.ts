import { object } from 'yup'
import { identity, count, oneOf, text } from './fields'
import { resource, type RowOf } from './resource'

export const plantStatuses = ['draft', 'published', 'archived'] as const

/** A catalogue species or cultivar, as far as sensors refer to it. */
const draft = object({
  scientificName: text(120, 2).required().label('Scientific name'),
  cultivar: text(80).nullable().label('Cultivar'),
  family: text(80).nullable().label('Family'),
  status: oneOf(plantStatuses).required().label('Status'),
}).noUnknown()

const row = draft.shape({
  ...identity(),
  /** "Monstera deliciosa 'Thai Constellation'". */
  title: text(210).required().label('Plant'),
  sensorsCount: count(0, 2 ** 31 - 1)
    .required()
    .label('Sensors'),
})

/** Plants. Read only until their own screens come: sensors refer to them. */
export const plants = resource({
  name: 'Plant',
  nouns: { one: 'plant', many: 'plants' },
  path: '/api/v1/plants',
  listPath: '/api/v2/plants',
  createAt: 'collection',
  ops: ['list', 'get'],
  draft,
  row,
  title: 'title',
  list: {
    sort: ['title', 'family', 'createdAt'],
    defaultSort: 'title',
    filter: { status: oneOf(plantStatuses).required() },
    search: ['title', 'family'],
  },
})
export type Plant = RowOf<typeof plants>
