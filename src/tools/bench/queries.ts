// The queries of a list, made from its declaration: pages, every order, every filter, searches, and some of them together.

import type { Resource } from '../../contract/resource'

/** A row of any area, as the API answers it. */
type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly meta: { readonly total: number; readonly totalCapped?: boolean }
  readonly result: readonly Row[]
}

/** The addresses to measure; `read` requests one, to take values from its rows that filters and searches will find. */
export async function queriesOf(resource: Resource, read: (path: string) => Promise<unknown>): Promise<string[]> {
  const { list, listPath, title, typeaheadPath } = resource
  const { meta } = (await read(listPath)) as Page
  const { result: rows } = (await read(`${listPath}?page=${Math.max(1, Math.ceil(meta.total / 50))}`)) as Page
  const [row] = rows
  const filters = Object.entries(list.filter).flatMap(([name, schema]) =>
    valuesOf(schema, rows, name).map((value) => `${name}=${String(value)}`),
  )
  const searches = searchesOf(rows.map((one) => String(one[title])))
  const [common, rare] = filters
  const sorts = list.sort.flatMap((key) => [`sort=${key}`, `sort=-${key}`])
  const isDeep = meta.totalCapped === true
  const deep = isDeep ? ['page=200', 'page=2000', 'page=3990', 'sort=-createdAt&page=3990'] : []
  return [
    '',
    'pageSize=200',
    ...deep,
    ...sorts,
    ...filters,
    ...filters.map((filter) => `${filter}&sort=-createdAt`),
    ...filters.filter((filter) => isDeep && !filter.includes('Id')).map((filter) => `${filter}&page=40`),
    ...pairs(filters),
    ...searches.map((q) => `q=${encodeURIComponent(q)}`),
    ...searches.map((q) => `q=${encodeURIComponent(q)}&sort=-createdAt`),
    ...(row === undefined || common === undefined
      ? []
      : searches.map((q) => `q=${encodeURIComponent(q)}&${common}&sort=-${list.sort.at(-2)}`)),
    ...(rare === undefined ? [] : [`${rare}&q=zqxj&sort=${list.sort[0]}`]),
  ]
    .map((query) => (query === '' ? listPath : `${listPath}?${query}`))
    .concat(typeaheadPath === null ? [] : searches.map((q) => `${typeaheadPath}?q=${encodeURIComponent(q)}`))
}

/** Each of a few values; of references, the commonest and the rarest that are there. */
function valuesOf(schema: Resource['list']['filter'][string], rows: readonly Row[], name: string): unknown[] {
  const { oneOf = [] } = schema.describe() as { oneOf?: unknown[] }
  if (oneOf.length > 0) return oneOf
  const seen = new Map<unknown, number>()
  for (const row of rows)
    for (const value of [row[name]].flat()) if (value !== null && value !== undefined) seen.set(value, (seen.get(value) ?? 0) + 1)
  const ranked = [...seen].sort((one, other) => other[1] - one[1]).map(([value]) => value)
  return [...new Set([ranked[0], ranked.at(-1)])].filter((value) => value !== undefined)
}

/** What every row has, what some have, one row's whole name, what none has; one letter and two. */
function searchesOf(titles: readonly string[]): string[] {
  const words = titles.flatMap((text) => text.split(' '))
  const hashed = words.find((word) => /^[0-9a-f]{8}$/i.test(word)) ?? words[1] ?? words[0] ?? ''
  return [words[0] ?? '', hashed.slice(0, 3), titles[0] ?? '', hashed, 'nothing at all', 'zqxj', 'e', 'zq', hashed.slice(0, 2)]
}

function pairs(filters: readonly string[]): string[] {
  const byName = new Map(filters.map((filter) => [filter.split('=')[0], filter]))
  const [first, ...others] = [...byName.values()]
  return others.map((other) => `${first}&${other}`)
}
