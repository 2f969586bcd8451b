import { object } from 'yup'
import { count, identity, oneOf, reference, text } from './fields'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './plants'

/** The part of the plant that shows the symptom. */
export const affectedParts = ['leaf', 'stem', 'root', 'flower', 'fruit', 'whole'] as const
/** Kinds of cause; abiotic: water, light, temperature or injury. */
export const ailments = ['abiotic', 'nutrient', 'pest', 'fungal', 'bacterial', 'viral'] as const
/** Severity for the plant. */
export const severities = ['low', 'medium', 'high'] as const

const advice = (label: string) => text(1000).nullable().label(label)
const remedy = () =>
  object({
    immediate: advice('Immediate remedy'),
    biological: advice('Biological remedy'),
    chemical: advice('Chemical remedy'),
  })
    .label('Remedy')
    .noUnknown()

/** A problem of a plant: its symptom, cause and remedy. */
const draft = lazy(() =>
  object({
    plantId: reference('Plant').required('Plant is required').label('Plant'),
    symptom: text(120, 2).required('Symptom is required').label('Symptom'),
    affectedPart: oneOf(affectedParts).required('Affected part is required').label('Affected part'),
    category: oneOf(ailments).required('Kind is required').label('Kind'),
    cause: text(200, 2).required('Cause is required').label('Cause'),
    remedy: remedy(),
    prevention: advice('Prevention'),
    severity: oneOf(severities).required('Severity is required').label('Severity'),
    /** Position among the rows of its plant, from 0. */
    sortOrder: count(0, 9999).label('Place'),
  }).noUnknown(),
)

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
    filter: () => ({
      plantId: reference('Plant').required(),
      affectedPart: oneOf(affectedParts).required(),
      category: oneOf(ailments).required(),
      severity: oneOf(severities).required(),
    }),
    search: ['symptom', 'cause'],
  },
})
export type Troubleshoot = RowOf<typeof troubleshoots>
export type TroubleshootDraft = DraftOf<typeof troubleshoots>
