import { array, object, type InferType } from 'yup'
import { count, id, identity, oneOf, reference, text } from './fields'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './plants'

/** The part of the plant that shows the symptom. */
export const affectedParts = ['leaf', 'stem', 'root', 'flower', 'fruit', 'whole'] as const
/** Kinds of cause; abiotic: water, light, temperature or injury. */
export const ailments = ['abiotic', 'nutrient', 'pest', 'fungal', 'bacterial', 'viral'] as const
/** Severity for the plant. */
export const severities = ['low', 'medium', 'high'] as const

/** Maximum of rows in one upsert. */
export const TROUBLESHOOTS_MAX = 200

const advice = (label: string) => text(1000).nullable().label(label)
const remedy = object({
  immediate: advice('Immediate remedy'),
  biological: advice('Biological remedy'),
  chemical: advice('Chemical remedy'),
})
  .label('Remedy')
  .noUnknown()

const fields = {
  plantId: reference('Plant').required('Plant is required').label('Plant'),
  symptom: text(120, 2).required('Symptom is required').label('Symptom'),
  affectedPart: oneOf(affectedParts).required('Affected part is required').label('Affected part'),
  category: oneOf(ailments).required('Kind is required').label('Kind'),
  cause: text(200, 2).required('Cause is required').label('Cause'),
  remedy,
  prevention: advice('Prevention'),
  severity: oneOf(severities).required('Severity is required').label('Severity'),
  /** Position among the rows of its plant, from 0. */
  sortOrder: count(0, 9999).label('Place'),
}

/** A problem of a plant: its symptom, cause and remedy. */
const draft = lazy(() => object(fields).noUnknown())

const row = lazy(() =>
  draft().shape({
    ...identity(),
    sortOrder: count(0, 9999).required().label('Place'),
    plantName: text(210).required().label('Plant'),
  }),
)

/** Troubleshoots. They have no screens of their own: the console edits them inside their plant. */
export const troubleshoots = resource({
  name: 'Troubleshoot',
  nouns: { one: 'troubleshoot', many: 'troubleshoots' },
  path: '/api/v1/troubleshoots',
  createAt: 'collection',
  draft,
  row,
  title: 'symptom',
  uniqueTogether: ['symptom', 'plantId', 'cause'],
  list: {
    sort: ['sortOrder', 'symptom', 'plantName', 'createdAt'],
    defaultSort: 'sortOrder',
    filter: {
      plantId: reference('Plant').required(),
      affectedPart: oneOf(affectedParts).required(),
      category: oneOf(ailments).required(),
      severity: oneOf(severities).required(),
    },
    search: ['symptom', 'cause'],
  },
})
export type Troubleshoot = RowOf<typeof troubleshoots>
export type TroubleshootDraft = DraftOf<typeof troubleshoots>

/**
 * PUT: an array of rows for one plant. A row with an `id` is updated, if its `version` matches when given; without an `id`, the row with
 * the same symptom and cause is updated, or a new one is created. Rows that are missing or unchanged stay as they are. All or nothing.
 */
export const UPSERT_PATH = `${troubleshoots.path}/upsert`

/** One row of an upsert. */
export const upsertItem = object({
  ...fields,
  id: id().label('Id'),
  version: count(1, 2 ** 31 - 1).label('Version'),
}).noUnknown()
export type UpsertItem = InferType<typeof upsertItem>

/** The body of an upsert wrapped in an object, so that its errors have paths. */
export const upsertBody = object({
  rows: array(upsertItem.required())
    .min(1, 'Send at least one row')
    .max(TROUBLESHOOTS_MAX)
    .required()
    .label('Rows')
    .test('one-plant', '${label} must be of one plant', (rows, context) => {
      const at = (rows ?? []).findIndex((one) => one?.plantId !== rows?.[0]?.plantId)
      return (
        at === -1 || context.createError({ path: `${context.path}[${at}].plantId`, message: 'All rows must be of one plant' })
      )
    })
    .test('once', '${label} have a duplicate', (rows, context) => {
      const keys = (rows ?? []).map((one) => `${folded(one?.symptom)}\n${folded(one?.cause)}`)
      const ids = (rows ?? []).map((one, at) => one?.id ?? `new ${at}`)
      const at = keys.findIndex((key, place) => keys.indexOf(key) < place || ids.indexOf(ids[place] ?? '') < place)
      const message = 'This symptom and cause are listed already'
      return at === -1 || context.createError({ path: `${context.path}[${at}].cause`, message })
    }),
}).noUnknown()

/** Normalizes symptoms and causes for comparison, which ignores case. */
function folded(text: unknown): string {
  return typeof text === 'string' ? text.normalize('NFC').toLowerCase() : ''
}
