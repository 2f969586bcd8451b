import type { Schema } from 'yup'
import { PAGE_SIZE, PAGE_SIZE_MAX, QUERY_MAX } from '../../contract/list'
import { itemPath, type Resource } from '../../contract/resource'
import { rowOf, type Bench, type Chapter } from './bench'
import {
  envelopeFaults,
  expectingJson,
  excerpt,
  hasEtag,
  hasResult,
  listFaults,
  namesFields,
  objectOf,
  refused,
  resultOf,
  unauthenticated,
  type Judge,
} from './judge'
import { orderFaults } from './order'

/** A well-formed id that no row has. */
export const NOBODY = '01890000-0000-7000-8000-000000000000'

/** Checks how every area answers a client that only reads. */
export function readingChapters(resource: Resource): Chapter[] {
  const { list, ops } = resource
  const one = resource.nouns.one
  const has = (operation: Resource['ops'][number]) => ops.includes(operation)
  const filters = Object.entries<Schema<string>>(list.filter)
  return [
    ...(has('list')
      ? [
          { name: 'lists rows as declared', run: (bench: Bench) => listed(bench, resource) },
          { name: 'shows every row once when paged', run: (bench: Bench) => paged(bench, resource) },
          ...list.sort.map((key) => ({ name: `sorts by ${key}`, run: (bench: Bench) => sorted(bench, resource, key) })),
          ...filters.map(([name, schema]) => ({
            name: `filters by ${name}`,
            run: (bench: Bench) => filtered(bench, resource, name, schema),
          })),
          { name: 'searches', run: (bench: Bench) => searched(bench, resource) },
          { name: 'refuses what the list does not take', run: (bench: Bench) => checkBadQueries(bench, resource) },
          { name: 'wants a session', run: (bench: Bench) => guarded(bench, resource) },
        ]
      : []),
    ...(has('get') ? [{ name: `reads one ${one}`, run: (bench: Bench) => readOne(bench, resource) }] : []),
  ]
}

/** Expects a page of the list: rows of the declared shape, and the right page numbers and counts. */
export function isPage(resource: Resource, meta: { readonly page?: number; readonly pageSize?: number } = {}): Judge {
  const { page = 1, pageSize = PAGE_SIZE } = meta
  return ({ body }) => {
    const list = resultOf(body)
    const actual = objectOf(objectOf(body)['meta'])
    const { total, totalCapped } = actual
    const length = Array.isArray(list) ? list.length : 0
    const expectMeta = (name: string, expected: unknown) =>
      actual[name] === expected ? [] : [`meta.${name} is ${excerpt(actual[name])} instead of ${excerpt(expected)}`]
    const first = (page - 1) * pageSize
    return [
      ...listFaults(resource.row, list),
      ...envelopeFaults(body, ['result', 'meta']),
      ...expectMeta('page', page),
      ...expectMeta('pageSize', pageSize),
      ...(Number.isInteger(total) && Number(total) >= 0 ? [] : [`meta.total is ${excerpt(total)} instead of a count`]),
      ...(typeof totalCapped === 'boolean' ? [] : [`meta.totalCapped is ${excerpt(totalCapped)} instead of true or false`]),
      ...envelopeFaults(actual, ['page', 'pageSize', 'total', 'totalCapped']).map((fault) => `meta: ${fault}`),
      ...(length > pageSize ? [`${length} rows came where ${pageSize} fit a page`] : []),
      ...(totalCapped === false && length !== Math.max(0, Math.min(pageSize, Number(total) - first))
        ? [`${length} rows came, which does not fit a total of ${String(total)}`]
        : []),
    ]
  }
}

async function listed(bench: Bench, resource: Resource): Promise<void> {
  await bench.ask('GET', resource.listPath, {
    expects: `a page of ${PAGE_SIZE} ${resource.nouns.many} at most, each as declared, with its meta`,
    judge: expectingJson(200, isPage(resource)),
  })
}

async function paged(bench: Bench, resource: Resource): Promise<void> {
  const { listPath } = resource
  const order = resource.list.sort.includes('createdAt') ? 'sort=createdAt&' : ''
  const whole = await bench.ask('GET', `${listPath}?${order}pageSize=${PAGE_SIZE_MAX}`, {
    expects: `up to ${PAGE_SIZE_MAX} rows on a page, as exports read them`,
    judge: expectingJson(200, isPage(resource, { pageSize: PAGE_SIZE_MAX })),
  })
  if (whole === null) return
  const ids = idsOf(resultOf(whole.body))
  for (const page of [1, 2].slice(0, ids.length))
    await bench.ask('GET', `${listPath}?${order}pageSize=1&page=${page}`, {
      expects: `row ${page} of the same order`,
      judge: expectingJson(200, isPage(resource, { page, pageSize: 1 }), ({ body }) =>
        idsOf(resultOf(body))[0] === ids[page - 1] ? [] : ['it is another row than in the whole list'],
      ),
    })
  await bench.ask('GET', `${listPath}?page=999999`, {
    expects: 'an empty page beyond the last one, with the total',
    judge: expectingJson(200, isPage(resource, { page: 999_999 })),
  })
}

async function sorted(bench: Bench, resource: Resource, key: string): Promise<void> {
  for (const sort of [key, `-${key}`])
    await bench.ask('GET', `${resource.listPath}?sort=${sort}`, {
      expects: `rows in the order of ${key}${sort === key ? '' : ', descending'}`,
      judge: expectingJson(200, isPage(resource), ({ body }) => orderFaults(resource, sort, resultOf(body))),
    })
}

async function filtered(bench: Bench, resource: Resource, name: string, schema: Schema<string>): Promise<void> {
  const rows = await bench.rows(resource)
  const present = [...new Set(rows.flatMap((row) => valuesOf(row[name])))]
  const [value = anyValue(schema)] = present
  await bench.ask('GET', `${resource.listPath}?${name}=${encodeURIComponent(value)}`, {
    expects: `only rows whose ${name} is ${value}${present.length > 0 ? ', one at least' : ''}`,
    judge: expectingJson(200, isPage(resource), ({ body }) => {
      const found = listOf(resultOf(body))
      const others = found.filter((row) => !valuesOf(objectOf(row)[name]).includes(value))
      const none = present.length > 0 && found.length === 0
      return others.length > 0
        ? [`${others.length} of ${found.length} rows have another ${name}`]
        : none
          ? ['no row came, and the list has one']
          : []
    }),
  })
}

/** Returns a value that the filter accepts, where no row offers one: one of its words, an id or a text. */
function anyValue(schema: Schema<string>): string {
  const { oneOf } = schema.describe()
  const [word = NOBODY] = oneOf.filter((one) => typeof one === 'string')
  return schema.isValidSync(word, { strict: true }) ? word : 'nothing'
}

async function searched(bench: Bench, resource: Resource): Promise<void> {
  const { listPath, title } = resource
  const row = (bench.mayWrite ? await bench.make(resource) : null) ?? (await bench.rows(resource))[0]
  const text = row?.[title]
  if (row === undefined || typeof text !== 'string')
    bench.leave('GET', `${listPath}?q=`, 'the rows that have a text', `there is no ${resource.nouns.one} to look for`)
  else {
    const q = inCapitals(text.slice(0, QUERY_MAX))
    await bench.ask('GET', `${listPath}?pageSize=${PAGE_SIZE_MAX}&q=${encodeURIComponent(q)}`, {
      expects: `the ${resource.nouns.one} whose ${title} this is, in whatever case`,
      judge: expectingJson(200, isPage(resource, { pageSize: PAGE_SIZE_MAX }), ({ body }) =>
        idsOf(resultOf(body)).includes(row.id) ? [] : ['that row is not among those that came'],
      ),
    })
  }
  for (const q of [`%${bench.namer.word}_`, `nothing like ${bench.namer.word} \\`])
    await bench.ask('GET', `${listPath}?q=${encodeURIComponent(q)}`, {
      expects: 'no row: %, _ and \\ are plain text',
      judge: expectingJson(200, isPage(resource), ({ body }) =>
        listOf(resultOf(body)).length === 0 ? [] : ['rows came that do not have this text'],
      ),
    })
}

/** Capitals of all letters that have one: those of ß and ﬁ are several letters, which need not be found as the same. */
function inCapitals(text: string): string {
  const capital = (letter: string) => letter.toUpperCase()
  return Array.from(text, (letter) => (capital(letter).toLowerCase() === letter ? capital(letter) : letter)).join('')
}

async function checkBadQueries(bench: Bench, resource: Resource): Promise<void> {
  const [filter] = Object.keys(resource.list.filter)
  const queries = [
    'page=0',
    'page=abc',
    `pageSize=${PAGE_SIZE_MAX + 1}`,
    'sort=nothing',
    'colour=red',
    `q=${'x'.repeat(QUERY_MAX + 1)}`,
    ...(filter === undefined ? [] : [`${filter}=nothing-like-it`]),
  ]
  for (const query of queries) {
    const name = query.slice(0, query.indexOf('='))
    await bench.ask('GET', `${resource.listPath}?${query}`, {
      expects: `a refusal that names ${name}`,
      judge: refused(400, 'bad_query', namesFields(name)),
    })
  }
}

async function guarded(bench: Bench, { listPath }: Resource): Promise<void> {
  const expectation = { expects: 'a refusal: there is no session', judge: unauthenticated }
  await bench.ask('GET', listPath, expectation, { bearer: null })
  await bench.ask('GET', listPath, { ...expectation, expects: 'a refusal: the bearer is none' }, { bearer: 'not.a.token' })
}

async function readOne(bench: Bench, resource: Resource): Promise<void> {
  const { nouns } = resource
  const row = (bench.mayWrite ? await bench.make(resource) : null) ?? (await bench.rows(resource))[0]
  const expects = `the ${nouns.one} as declared, its version as ETag`
  if (row === undefined) bench.leave('GET', itemPath(resource, '{id}'), expects, `there is no ${nouns.one}`)
  else
    await bench.ask('GET', itemPath(resource, row.id), {
      expects,
      judge: expectingJson(200, hasResult(resource.row), hasEtag, (answer) =>
        rowOf(answer)?.id === row.id ? [] : ['it is another row'],
      ),
    })
  for (const id of [NOBODY, 'not-an-id'])
    await bench.ask('GET', itemPath(resource, id), {
      expects: `a refusal: there is no such ${nouns.one}`,
      judge: refused(404, 'not_found'),
    })
}

function idsOf(list: unknown): unknown[] {
  return listOf(list).map((row) => objectOf(row)['id'])
}

/** Returns a list as it is, and an empty one for every other value. */
export function listOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? (list as readonly unknown[]) : []
}

/** Returns the values of a field that a filter may find; a list has several. */
function valuesOf(value: unknown): string[] {
  return [value].flat().flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []))
}
