import { beforeAll, describe, expect, it } from 'vitest'
import type { SchemaDescription } from 'yup'
import { backendAt } from '../../src/tools/conformance/backend'
import { createBench, type Chapter, type Finding } from '../../src/tools/conformance/bench'
import { areas, chaptersOf } from '../../src/tools/conformance/run'
import { createNamer } from '../../src/tools/conformance/samples'
import { resources } from '../../src/contract/index'
import { PAGE_SIZE_MAX } from '../../src/contract/list'
import { itemPath, type Resource } from '../../src/contract/resource'
import type { AnyResult } from '../support/server/calls'
import { fillAll } from '../support/rows/fill'
import { callAt, oneServer } from '../support/server/hooks'
import { compareSemver } from '../support/source/semver'
import { ADMIN } from '../support/server/server'
import { nobody } from '../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let bearer: string

beforeAll(async () => {
  bearer = await server.signIn()
  await fillAll(server.db)
})

/** Lists the findings of a chapter of `npm run conformance` that break the contract. */
async function differences({ run }: Chapter): Promise<Omit<Finding, 'area'>[]> {
  const findings: Omit<Finding, 'area'>[] = []
  const bench = createBench({
    backend: backendAt(server.settings.publicUrl, server.fetch, 30_000),
    account: ADMIN,
    session: { token: bearer },
    origin: null,
    mayWrite: true,
    namer: createNamer(),
    onFinding: (finding) => void findings.push(finding),
  })
  await run(bench)
  expect(await bench.sweep()).toEqual([])
  expect(findings).not.toEqual([])
  return findings.filter(({ outcome }) => outcome !== 'conforms')
}

const list = (resource: Resource, query = '') => call<ListBody>('GET', `${resource.listPath}${query}`)
interface ListBody {
  readonly result: readonly AnyResult[]
  readonly meta: object
  readonly code: string
  readonly message: string
  readonly fields: object
}
const declared: readonly Resource[] = resources

describe.each(declared)('$nouns.many', (resource) => {
  const { list: rules, ops, row } = resource
  const sortKeys = rules.sort.flatMap((key) => [key, `-${key}`])
  // A filter by another row, such as `sameNameAs`, has a test of its own.
  const filters = Object.keys(rules.filter).filter((name) => name in resource.row.fields)

  it.each(chaptersOf(resource))('keeps the contract: $name', async (chapter) => {
    expect(await differences(chapter)).toEqual([])
  })

  it.each(sortKeys)('sorts by %s, then by id', async (sort) => {
    const key = sort.replace('-', '')
    const { body } = await list(resource, `?sort=${sort}`)
    const sign = sort.startsWith('-') ? -1 : 1
    const order = isVersion(resource, key) ? compareVersions : byChoice(resource, key)
    const expected = body.result.toSorted((a, b) => sign * (order(a[key], b[key]) || compare(a.id, b.id)))

    expect(body.result.length).toBeGreaterThan(1)
    expect(body.result.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  it('shows every row once when paged, in the list’s order', async () => {
    const whole = (await list(resource, `?pageSize=${PAGE_SIZE_MAX}`)).body.result.map(({ id }) => id)
    const paged: string[] = []
    for (let page = 1; paged.length < whole.length; page++)
      paged.push(...(await list(resource, `?pageSize=1&page=${page}`)).body.result.map(({ id }) => id))

    expect(whole.length).toBeGreaterThan(1)
    expect(paged).toEqual(whole)
    expect((await list(resource, '?page=999999')).body).toMatchObject({ result: [], meta: { total: whole.length } })
  })

  it.each(filters)('filters by %s', async (name) => {
    const all = (await list(resource, `?pageSize=${PAGE_SIZE_MAX}`)).body.result
    const values = [...new Set(all.flatMap((one) => valuesOf(one[name])))]
    expect(values).not.toEqual([])
    for (const value of values) {
      const { body } = await list(resource, `?${name}=${value}`)
      expect(body.result.map(({ id }) => id).toSorted()).toEqual(
        all
          .filter((one) => valuesOf(one[name]).includes(value))
          .map(({ id }) => id)
          .toSorted(),
      )
    }
    const { body } = await list(resource, `?${values.map((value) => `${name}=${value}`).join('&')}`)
    expect(body.result).toHaveLength(all.filter((one) => valuesOf(one[name]).length > 0).length)
  })

  it.each(rules.search.filter((field) => field in row.fields))('finds text in %s, in whatever case', async (field) => {
    const all = (await list(resource)).body.result
    const [first] = all.filter((one) => wordIn(one[field]) !== undefined)
    const text = String(wordIn(first?.[field])).slice(1, 12).toUpperCase()
    const { body } = await list(resource, `?q=${encodeURIComponent(text)}`)

    expect(body.result.map(({ id }) => id)).toContain(first?.id)
  })

  it.each(['%25', '_', '%5C', '%27%20or%201=1--'])('takes q=%s literally', async (q) => {
    const { status, body } = await list(resource, `?q=${q}`)
    expect([status, body.result]).toEqual([200, []])
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=',
    'page=abc',
    'page=0x10',
    'page=1e9',
    'page=99999999999999999999',
    'page=1&page=2',
    'pageSize=0',
    'pageSize=201',
    'pageSize[]=5',
    'sort=',
    'sort=nothing',
    'sort=id',
    'sort=--createdAt',
    'sort=createdAt,createdAt',
    'sort=createdAt;drop',
    'sort=password_hash',
    'colour=red',
    'filter[id]=1',
    'order=desc',
    'fields=*',
    'id=1',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    `q=${'x'.repeat(201)}`,
    'q=a&q=b',
    'q=%00',
  ])('refuses ?%s with 400, naming the parameter', async (query) => {
    const { status, body } = await list(resource, `?${query}`)
    const parameter = decodeURIComponent(query).split('=')[0] ?? ''

    expect([status, body.code]).toEqual([400, 'bad_query'])
    expect(body.message).toContain(parameter)
    expect(body.fields).toHaveProperty([parameter])
  })

  it.each([nobody, '5', '-1', '99999999999999999999', nobody.toUpperCase(), 'null', `${nobody}%00`, "'", 'a'.repeat(300)])(
    'answers 404 for the id %s',
    async (id) => {
      const { status, body } = await call('GET', `${resource.path}/${id}`)
      expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )

  if (!ops.includes('create'))
    it.each([
      ['POST', resource.path],
      ['POST', `${resource.path}/bulk_delete`],
      ['PUT', itemPath(resource, nobody)],
      ['DELETE', itemPath(resource, nobody)],
    ])('has no %s %s', async (method, url) => {
      const { status } = await call(method, url, { body: {} })
      expect([404, 405]).toContain(status)
    })
})

describe.each(areas.filter(({ name }) => ['session', 'dashboard', 'account', 'openapi'].includes(name)))(
  '$name',
  ({ chapters }) => {
    it.each(chapters)('keeps the contract: $name', async (chapter) => {
      expect(await differences(chapter)).toEqual([])
    })
  },
)

/** Returns the values of a field that a filter may find; a list has several. */
function valuesOf(value: unknown): string[] {
  const words = (one: unknown) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : []
  return [value].flat().flatMap(words)
}

/** Returns a text within a field's value; for a list, the last text of its first entry. */
function wordIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? wordIn(value[0]) : wordIn(Object.values(value).at(-1))
}

function isVersion({ row }: Resource, key: string): boolean {
  return (row.describe().fields[key] as SchemaDescription | undefined)?.meta?.order === 'semver'
}

/** Compares by the contract's order where a field has one, otherwise as the database orders. */
function byChoice({ row }: Resource, key: string): typeof compare {
  const field = row.describe().fields[key] as SchemaDescription | undefined
  if (field?.meta?.order !== 'choices') return compare
  return (a, b) => field.oneOf.indexOf(a) - field.oneOf.indexOf(b)
}

/** Compares names first, and then the versions at their end by semantic versioning. */
function compareVersions(a: unknown, b: unknown): number {
  const [one, other] = [a, b].map((text) => /^(?:(.*) )?(\S+)$/.exec(String(text)))
  return compare(one?.[1] ?? '', other?.[1] ?? '') || compareSemver(one?.[2] ?? '', other?.[2] ?? '')
}

/** Compares as the database orders: null first, text by its bytes. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}
