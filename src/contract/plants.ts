import { array, object, string } from 'yup'
import { anyCount, count, folded, identity, isUrl, oneOf, quantity, reference, text } from './fields'
import { wholeRange } from './range'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './humidityGroups'
import './lightGroups'
import './temperatureGroups'

/** draft: not offered yet. archived: no longer offered, but not deleted, because rows refer to it. */
export const plantStatuses = ['draft', 'published', 'archived'] as const
/** Categories in gardeners' terms. */
export const plantCategories = [
  'foliage',
  'flowering',
  'orchid',
  'fern',
  'palm',
  'succulent',
  'cactus',
  'bulb',
  'herb',
  'vegetable',
  'fruit',
  'shrub',
  'tree',
  'climber',
  'aquatic',
] as const
/** Toxicity to people and pets. */
export const toxicities = ['none', 'low', 'medium', 'high'] as const
/** "None" could be read as not known, so it is replaced. */
export const toxicityWords: Readonly<Record<string, string>> = { none: 'Not toxic' }

/** The parts of a complete plant record; `completenessPct` is the share that is present. */
export const plantParts = [
  'commonNames',
  'family',
  'category',
  'humidityGroup',
  'temperatureGroup',
  'lightGroup',
  'ph',
  'soilEc',
  'watering',
  'sunlight',
  'soil',
  'pruning',
  'fertilization',
  'toxicity',
  'image',
] as const
export type PlantPart = (typeof plantParts)[number]

/** A language by its BCP 47 tag, such as `en` or `pt-BR`. */
const language = () =>
  string().matches(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/, '${label} must be a tag such as en or pt-BR')

/** A web address that is safe to link to: https, without credentials. */
export const webAddress = () =>
  text(500)
    .matches(/^https:\/\/[^\s/?#@\\"<>]+(?:[/?#][^\s\\"<>]*)?$/, '${label} must begin with https:// and have no spaces')
    .test(isUrl)
    .meta({ format: 'uri' })

/** Maximum of characters of a common name. */
export const COMMON_NAME_LENGTH = 80

const commonName = lazy(() =>
  object({
    lang: language().required('Language is required').label('Language'),
    name: text(COMMON_NAME_LENGTH, 1).required('Name is required').label('Name'),
  })
    .noUnknown()
    .label('Common name'),
)

const advice = (label: string) => text(1000).nullable().label(label)
const care = lazy(() =>
  object({
    watering: advice('Watering'),
    sunlight: advice('Sunlight'),
    soil: advice('Soil'),
    pruning: advice('Pruning'),
    fertilization: advice('Fertilization'),
  })
    .label('Care')
    .noUnknown(),
)

/** Maximum of common names of a plant. */
export const COMMON_NAMES_MAX = 40

/** A catalogue species or cultivar: its names, its needs and its description. */
const draft = lazy(() =>
  object({
    scientificName: text(120, 2).required('Scientific name is required').label('Scientific name'),
    cultivar: text(80, 1).nullable().label('Cultivar'),
    commonNames: array(commonName().required())
      .max(COMMON_NAMES_MAX)
      .test('distinct-names', '${label} must not contain duplicates', (names, context) => {
        const at = repeated((names ?? []).map((one) => `${one?.lang}\n${folded(one?.name)}`))
        return at === -1 || context.createError({ path: `${context.path}[${at}].name`, message: 'This name is listed already' })
      })
      .label('Common names'),
    synonyms: array(text(120, 2).required().label('Synonym'))
      .max(60)
      .test('distinct-synonyms', '${label} must not contain duplicates', (names) => repeated((names ?? []).map(folded)) === -1)
      .label('Synonyms'),
    family: text(80, 1).nullable().label('Family'),
    category: oneOf(plantCategories).nullable().label('Category'),
    status: oneOf(plantStatuses).required('Status is required').label('Status'),
    humidityGroupId: reference('HumidityGroup').nullable().label('Humidity group'),
    temperatureGroupId: reference('TemperatureGroup').nullable().label('Temperature group'),
    lightGroupId: reference('LightGroup').nullable().label('Light group'),
    phMin: quantity(0, 14, '').nullable().label('Lowest pH'),
    phMax: quantity(0, 14, '').nullable().label('Highest pH'),
    soilEcMin: quantity(0, 20_000, 'µS/cm').nullable().label('Lowest soil EC'),
    soilEcMax: quantity(0, 20_000, 'µS/cm').nullable().label('Highest soil EC'),
    care: care(),
    toxicity: oneOf(toxicities).nullable().label('Toxicity'),
    imageUrl: webAddress().nullable().label('Image'),
    imageCredit: text(200).nullable().label('Image credit'),
    sourceUrl: webAddress().nullable().label('Source'),
  })
    .test(wholeRange({ min: 'phMin', max: 'phMax', of: 'pH' }))
    .test(wholeRange({ min: 'soilEcMin', max: 'soilEcMax', of: 'soil EC' }))
    .noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    commonNames: array(commonName().required()).required().label('Common names'),
    synonyms: array(text(120).required()).required().label('Synonyms'),
    /** "Monstera deliciosa 'Thai Constellation'". */
    title: text(210).required().label('Plant'),
    humidityGroupName: text(50).nullable().label('Humidity group'),
    temperatureGroupName: text(50).nullable().label('Temperature group'),
    lightGroupName: text(50).nullable().label('Light group'),
    completenessPct: count(0, 100, '%').required().label('Completeness'),
    /** The missing parts. */
    missing: array(oneOf(plantParts).required()).required().label('Missing'),
    sensorsCount: anyCount().label('Sensors'),
    troubleshootsCount: anyCount().label('Troubleshoots'),
    /** Plant requests that were published as this plant; they lose it when it is deleted. */
    requestsCount: anyCount().label('Plant requests'),
  }),
)

/** GET `?q=&limit=`: plants by any of their names, the best match first. */
export const PLANT_SEARCH_PATH = '/api/v1/plants/search/list'

/** Plants. The console lists them by v2; v1 returns all of them at once, in compact form. */
export const plants = resource({
  name: 'Plant',
  nouns: { one: 'plant', many: 'plants' },
  path: '/api/v1/plants',
  listPath: '/api/v2/plants',
  createAt: 'collection',
  draft,
  row,
  title: 'title',
  uniqueTogether: ['scientificName', 'cultivar'],
  usedBy: [{ field: 'sensorsCount', nouns: { one: 'sensor', many: 'sensors' } }],
  typeaheadPath: PLANT_SEARCH_PATH,
  list: {
    sort: [
      'title',
      'family',
      'category',
      'status',
      'completenessPct',
      'sensorsCount',
      'troubleshootsCount',
      'createdAt',
      'updatedAt',
    ],
    defaultSort: 'title',
    filter: () => ({
      status: oneOf(plantStatuses).required(),
      category: oneOf(plantCategories).required(),
      toxicity: oneOf(toxicities).required(),
      humidityGroupId: reference('HumidityGroup').required(),
      temperatureGroupId: reference('TemperatureGroup').required(),
      lightGroupId: reference('LightGroup').required(),
    }),
    search: ['title', 'family', 'commonNames', 'synonyms'],
  },
})
export type Plant = RowOf<typeof plants>
export type PlantDraft = DraftOf<typeof plants>

/** Index of the first repeated value; -1 when there is none. */
function repeated(values: readonly string[]): number {
  return values.findIndex((value, at) => values.indexOf(value) < at)
}
