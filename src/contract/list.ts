import { grouped } from './grouped'
import type { Resource } from './resource'

/** Rows per page by default. */
export const PAGE_SIZE = 25
/** Maximum of rows per page. */
export const PAGE_SIZE_MAX = 200
/** Totals are counted up to this number; a longer list shows "10,000+". */
export const TOTAL_CAP = 10_000
/** Longest search text, in characters. */
export const QUERY_MAX = 200

/** Answer of a list call. `totalCapped`: there are more than `total` rows. */
export interface Page<Row> {
  readonly result: readonly Row[]
  readonly meta: PageMeta
}

/** The page's number, its size and the total. */
export interface PageMeta {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalCapped: boolean
}

/** A list's query: `sort` is comma-separated keys, `-` first for descending; `filter` holds the allowed values by field. */
export interface ListQuery {
  readonly page: number
  readonly pageSize: number
  readonly sort: string
  readonly q: string
  readonly filter: Readonly<Record<string, readonly string[]>>
}

/** The query of a list's first rows: all of them in the list's own order, unless `query` says otherwise. */
export function firstRows({ list }: Pick<Resource, 'list'>, pageSize: number, query?: Partial<ListQuery>): ListQuery {
  return { page: 1, pageSize, sort: list.defaultSort, q: '', filter: {}, ...query }
}

/** An invalid parameter: its name, and a sentence. */
export interface QueryFault {
  readonly parameter: string
  readonly message: string
}

/** Parameters that are no filters. */
const RESERVED = ['page', 'pageSize', 'sort', 'q']

/**
 * Parses a list's query parameters by the resource's rules. An invalid parameter is reported in `faults` and has its default in the query:
 * the server refuses such a call (400), the console drops the parameter and says so.
 */
export function parseListQuery(
  resource: Pick<Resource, 'list'>,
  params: URLSearchParams,
): { query: ListQuery; faults: QueryFault[] } {
  const faults: QueryFault[] = []
  const refuse = (parameter: string, message: string) => void faults.push({ parameter, message })
  const whole = (name: string, fallback: number, max: number) => {
    const values = params.getAll(name)
    if (values.length === 0) return fallback
    const value = values.length === 1 && /^[1-9]\d{0,8}$/.test(values[0] ?? '') ? Number(values[0]) : Number.NaN
    if (value <= max) return value
    refuse(name, `${name} must be a whole number from 1 to ${grouped(max)}`)
    return fallback
  }
  const query = {
    page: whole('page', 1, 1_000_000),
    pageSize: whole('pageSize', PAGE_SIZE, PAGE_SIZE_MAX),
    sort: readSort(resource, params, refuse),
    q: readSearch(params, refuse),
    filter: readFilter(resource, params, refuse),
  }
  return { query, faults }
}

/**
 * The words of a text as searches compare them, except for case: without accents, with one kind of apostrophe and of dash. The SQL function
 * `unaccented` does the same with stored texts.
 */
export function searchWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      // The acute accent of a keyboard, typed as an apostrophe, is a space and a mark in this form.
      .replace(/[\u2018\u2019\u02bb\u02bc\u2032]| \u0301/g, "'")
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\u0300-\u036f]/g, '')
      .split(/\s+/)
      .filter(Boolean)
  )
}

type Refuse = (parameter: string, message: string) => void

function readSort({ list }: Pick<Resource, 'list'>, params: URLSearchParams, refuse: Refuse): string {
  const values = params.getAll('sort')
  if (values.length === 0) return list.defaultSort
  const keys = (values[0] ?? '').split(',')
  const areKnown = keys.every((key) => list.sort.includes(key.replace(/^-/, '')))
  const isUnique = new Set(keys.map((key) => key.replace(/^-/, ''))).size === keys.length
  if (values.length === 1 && areKnown && isUnique) return keys.join(',')
  refuse('sort', `sort must be one or more of ${list.sort.join(', ')}, each at most once, with - in front for descending`)
  return list.defaultSort
}

function readSearch(params: URLSearchParams, refuse: Refuse): string {
  const values = params.getAll('q')
  const q = values[0] ?? ''
  if (values.length <= 1 && q.length <= QUERY_MAX && !q.includes('\0') && q.isWellFormed()) return q.trim()
  refuse('q', `q must be one text of at most ${QUERY_MAX} characters`)
  return ''
}

function readFilter({ list }: Pick<Resource, 'list'>, params: URLSearchParams, refuse: Refuse): Record<string, string[]> {
  const filter: Record<string, string[]> = {}
  for (const name of new Set(params.keys())) {
    if (RESERVED.includes(name)) continue
    const schema = Object.hasOwn(list.filter, name) ? list.filter[name] : undefined
    if (schema === undefined) {
      refuse(name, `${name} is not a filter of this list`)
      continue
    }
    const values = [...new Set(params.getAll(name))]
    if (values.length <= 100 && values.every((value) => value !== '' && schema.isValidSync(value, { strict: true })))
      filter[name] = values
    else refuse(name, `${name} has a value that this filter does not accept`)
  }
  return filter
}

/** The query string of a list call; parameters at their default are omitted, so that equal queries have equal addresses. */
export function listParams({ list }: Pick<Resource, 'list'>, query: ListQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.q !== '') params.set('q', query.q)
  for (const name of Object.keys(query.filter).sort()) for (const value of query.filter[name] ?? []) params.append(name, value)
  if (query.sort !== list.defaultSort) params.set('sort', query.sort)
  if (query.page !== 1) params.set('page', String(query.page))
  if (query.pageSize !== PAGE_SIZE) params.set('pageSize', String(query.pageSize))
  return params
}
