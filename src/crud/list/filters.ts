import type { ListQuery } from '../../contract/list'
import type { AnyResource, AnyStandardArea, Filter } from '../model/declaration'
import { schemaKind, type FieldKind } from '../model/fieldKind'
import { wordsOf } from '../model/words'

/** The kind of a filter's values, by the contract. */
export function filterKind(resource: AnyResource, { name }: Filter): FieldKind {
  const schema = resource.list.filter[name]
  if (schema === undefined) throw new Error(`The list of ${resource.nouns.many} has no filter ${name}`)
  return schemaKind(schema, name)
}

/** Whether a filter has a control, which offers words or rows; one by a text is set only by links. */
export function hasControl(resource: AnyResource, filter: Filter): boolean {
  return ['choice', 'reference'].includes(filterKind(resource, filter).type)
}

/** A filter's value in words. */
export function valueWords(filter: Filter, value: string): string {
  return filter.words?.[value] ?? wordsOf(value)
}

/** Search and filters in one phrase: `“roof”, State: Offline`. `name` resolves the values. */
export function wordsOfFilters(area: AnyStandardArea, query: ListQuery, name: (filter: Filter, value: string) => string): string {
  const filters = area.filters.flatMap((filter) => {
    const values = query.filter[filter.name] ?? []
    return values.length === 0 ? [] : [`${filter.title}: ${values.map((value) => name(filter, value)).join(' or ')}`]
  })
  return [...(query.q === '' ? [] : [`“${query.q}”`]), ...filters].join(', ')
}

/** Parameters of a list's address that are no filters, in words. */
const parts: ReadonlyMap<string, string> = new Map([
  ['page', 'page'],
  ['pageSize', 'page size'],
  ['sort', 'sort order'],
  ['q', 'search'],
])

/** "The sort order could not be read": says in the user's words which parameter of the address the list has ignored. */
export function droppedWords({ filters }: Pick<AnyStandardArea, 'filters'>, parameter: string): string {
  const title = filters.find(({ name }) => name === parameter)?.title ?? parameter
  return `The ${parts.get(parameter) ?? `filter “${title}”`} could not be read`
}
