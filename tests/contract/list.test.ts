import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resources } from '../../src/contract/index'
import { listParams, PAGE_SIZE_MAX, parseListQuery, QUERY_MAX, type ListQuery } from '../../src/contract/list'
import type { Resource } from '../../src/contract/resource'

/** Values that each filter accepts. */
const ids = fc.uuid({ version: 7 })
const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
function valuesOf(resource: Resource, name: string): fc.Arbitrary<string> {
  const schema = resource.list.filter[name]
  const { oneOf = [], meta } = schema?.describe() ?? {}
  if (oneOf.length > 0) return fc.constantFrom(...oneOf.map(String))
  return meta?.['reference'] === undefined ? texts.filter((text) => schema?.isValidSync(text, { strict: true }) === true) : ids
}

function queries(resource: Resource): fc.Arbitrary<ListQuery> {
  const sort = fc
    .uniqueArray(fc.constantFrom(...resource.list.sort), { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.tuple(...keys.map((key) => fc.constantFrom(key, `-${key}`))))
    .map((keys) => keys.join(','))
  const filter: Record<string, fc.Arbitrary<string[]>> = Object.fromEntries(
    Object.keys(resource.list.filter).map((name) => [
      name,
      fc.uniqueArray(valuesOf(resource, name), { minLength: 1, maxLength: 3 }),
    ]),
  )
  return fc.record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    pageSize: fc.integer({ min: 1, max: PAGE_SIZE_MAX }),
    sort,
    q: fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.trim())
      .filter((text) => !text.includes('\0') && text.isWellFormed()),
    filter: fc.record(filter, { requiredKeys: [] }) as fc.Arbitrary<ListQuery['filter']>,
  })
}

describe.each(resources as readonly Resource[])('the list of $nouns.many', (resource) => {
  it('parses the address that it writes', () => {
    fc.assert(
      fc.property(queries(resource), (query) => {
        const text = listParams(resource, query).toString()
        expect(parseListQuery(resource, new URLSearchParams(text))).toEqual({ query, faults: [] })
      }),
    )
  })

  it('has one address for one list', () => {
    fc.assert(
      fc.property(queries(resource), (query) => {
        const { query: read } = parseListQuery(resource, listParams(resource, query))
        expect(listParams(resource, read).toString()).toBe(listParams(resource, query).toString())
      }),
    )
  })

  it('has an empty address for the default list', () => {
    const { query } = parseListQuery(resource, new URLSearchParams())
    expect([listParams(resource, query).toString(), query.sort, query.page]).toEqual(['', resource.list.defaultSort, 1])
  })

  it('parses any parameters, and names those that are invalid', () => {
    const parameter = fc.tuple(
      fc.oneof(fc.string(), fc.constantFrom('page', 'pageSize', 'sort', 'q', ...Object.keys(resource.list.filter))),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 6 }), (pairs) => {
        const params = new URLSearchParams(pairs)
        const { query, faults } = parseListQuery(resource, params)
        for (const { parameter: name } of faults) expect(params.has(name)).toBe(true)
        expect(parseListQuery(resource, listParams(resource, query))).toEqual({ query, faults: [] })
      }),
    )
  })

  it('declares only fields of its rows', () => {
    const fields = Object.keys(resource.row.fields)
    // Apart from filters by another row of the list, such as `sameNameAs`.
    const filters = Object.entries(resource.list.filter).flatMap(([name, schema]) =>
      schema.describe().meta?.['reference'] === resource.name ? [] : [name],
    )
    expect(fields).toEqual(expect.arrayContaining([...resource.list.sort, ...filters, ...resource.list.search, resource.title]))
    for (const key of resource.list.defaultSort.split(',')) expect(resource.list.sort).toContain(key.replace('-', ''))
    expect(Object.keys(resource.draft.fields)).toEqual(
      expect.arrayContaining([...resource.unique, ...resource.immutable, ...resource.keptOnRestore]),
    )
  })
})

describe('the faults of a query', () => {
  const [gateways] = resources
  it('come with defaults in place of invalid parameters, and keep the rest', () => {
    const params = new URLSearchParams(
      `page=x&pageSize=50&sort=nothing&q=${'x'.repeat(QUERY_MAX + 1)}&state=broken&colour=red&updateChannel=beta`,
    )
    const { query, faults } = parseListQuery(gateways, params)

    expect(faults.map(({ parameter }) => parameter).toSorted()).toEqual(['colour', 'page', 'q', 'sort', 'state'])
    expect(query).toEqual({ page: 1, pageSize: 50, sort: 'name', q: '', filter: { updateChannel: ['beta'] } })
  })
})
