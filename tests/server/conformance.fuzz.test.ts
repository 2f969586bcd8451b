// @module-tag full
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../src/contract/index'
import { createPath, itemPath, updatePath, type Resource } from '../../src/contract/resource'
import { rowsOf } from '../support/server/calls'
import { fillAll, requiredDrafts } from '../support/rows/fill'
import { callAt, oneServer } from '../support/server/hooks'

const server = oneServer()
const call = callAt(server)

beforeAll(() => fillAll(server.db))

/** Enough to find a careless cast, and quick; FROND_FUZZ_RUNS sets another number. */
const numRuns = Number(process.env['FROND_FUZZ_RUNS'] ?? 60)

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    '\0',
    '\ud800',
    '%',
    "'",
    '\\',
    1e308,
    -0,
    2 ** 53 + 2,
    2 ** 31,
    '2026-02-30',
    'infinity',
    'NaN',
    '01890000-0000-7000-8000-000000000000',
  ),
)

describe.each(resources as readonly Resource[])('no input about $nouns.many', (resource) => {
  it('as query parameters is answered otherwise than with 200 or 400', async () => {
    const name = fc.oneof(fc.constantFrom('page', 'pageSize', 'sort', 'q', ...Object.keys(resource.list.filter)), fc.string())
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...resource.list.sort, '1', '200', '-name', 'true', '%', '\\', '\0'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
        const { status } = await call('GET', `${resource.listPath}?${new URLSearchParams(pairs).toString()}`)
        expect([200, 400]).toContain(status)
      }),
      { numRuns },
    )
  })

  it('as an id is answered otherwise than with 404', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (id) => {
        fc.pre(id.isWellFormed() && !/^\.{1,2}$/.test(id))
        expect((await call('GET', itemPath(resource, id))).status).toBe(404)
      }),
      { numRuns },
    )
  })

  if (resource.ops.includes('create'))
    it('as a body is answered otherwise than with a success or its fault, and accepted values are returned unchanged', async () => {
      const draft = await requiredDrafts[resource.name]?.(server.db)
      const [row] = await rowsOf(call, resource.listPath)
      const field = fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...Object.keys(resource.draft.fields)) },
        { weight: 1, arbitrary: fc.string() },
      )
      await fc.assert(
        fc.asyncProperty(fc.dictionary(field, hostile, { minKeys: 1, maxKeys: 3 }), async (changes) => {
          const id = resource.updateAt === 'collection' ? { id: row?.id } : {}
          const created = await call('POST', createPath(resource), { body: { ...draft, ...changes } })
          const changed = await call('PUT', updatePath(resource, row?.id ?? ''), { body: { ...changes, ...id } })

          expect([201, 409, 422, 400]).toContain(created.status)
          expect([200, 409, 422, 400]).toContain(changed.status)
          if (created.status !== 201) return
          const isWhole = resource.row.isValidSync(created.body.result, { strict: true })
          await call('DELETE', itemPath(resource, created.body.result.id))
          expect(isWhole).toBe(true)
        }),
        { numRuns },
      )
    })
})
