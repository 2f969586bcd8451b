import { array, object, type InferType } from 'yup'
import { humidityGroups } from './humidityGroups'
import { identity, oneOf, text } from './fields'
import { lightGroups } from './lightGroups'
import { PLANT_SEARCH_PATH, plants, plantStatuses } from './plants'
import { temperatureGroups } from './temperatureGroups'

/** The calls of plants beyond the standard ones. */
export const plantPaths = {
  /** GET: every plant in compact form, unpaged, by title. */
  compact: plants.path,
  /** GET: id and name of every plant, unpaged, by name: for pickers. */
  names: `${plants.path}/all/names`,
  /** GET: the three lists of groups in one answer. */
  groups: `${plants.path}/all/groups`,
  search: PLANT_SEARCH_PATH,
} as const

/** Results of a search: the default, and the maximum. */
export const SEARCH_RESULTS = 10
export const SEARCH_RESULTS_MAX = 50

const { id, version } = identity()
const { scientificName, cultivar, family, status } = plants.row.fields
const title = text(210).required().label('Plant')

/** A plant in compact form. */
export const compactPlant = object({ id, version, title, scientificName, cultivar, family, status })

/** A plant in a picker. */
export const plantName = object({ id, name: title, status: oneOf(plantStatuses).required() })

/** The three lists of groups, each by name. */
export const plantGroups = object({
  humidityGroups: array(humidityGroups.row.required()).required(),
  temperatureGroups: array(temperatureGroups.row.required()).required(),
  lightGroups: array(lightGroups.row.required()).required(),
})

/** How a name matches the search, the best first: whole name, its beginning, that of a word, anywhere, similar or with its words elsewhere. */
export const plantMatches = ['exact', 'prefix', 'word', 'part', 'similar'] as const

/** A plant that a search found, and the name that matched. */
export const foundPlant = object({
  id,
  title,
  status,
  match: oneOf(plantMatches).required().label('Match'),
  matchedName: text(210).required().label('Matched name'),
})
export type FoundPlant = InferType<typeof foundPlant>
