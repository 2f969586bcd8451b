import { beforeAll, describe, expect, it } from 'vitest'
import type { Tag } from '../../../src/api/api'
import type { ApiError } from '../../../src/api/extra'
import { createStore, type AppStore } from '../../../src/api/store'
import { resources } from '../../../src/contract/index'
import { parseListQuery } from '../../../src/contract/list'
import type { Resource } from '../../../src/contract/resource'
import { crudCalls, type AnyRow } from '../../../src/crud/model/crudCalls'
import { extraOf } from '../../support/screens/console'
import { fillAll, requiredDrafts } from '../../support/rows/fill'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()
let store: AppStore
const alerts: ApiError[] = []

beforeAll(async () => {
  store = createStore(extraOf(server.fetch, await server.signIn(), alerts))
  await fillAll(server.db)
})

const declared = resources as readonly Resource[] as readonly Resource<Tag, AnyRow>[]

describe.each(declared)('the calls of $nouns.many', (resource) => {
  const calls = crudCalls(resource)
  const queryOf = (text = '') => parseListQuery(resource, new URLSearchParams(text)).query
  const listed = (text = '') => store.dispatch(calls.list.initiate(queryOf(text), { forceRefetch: true })).unwrap()

  it('lists rows of the declared shape', async () => {
    const { result, meta } = await listed()

    expect(result.length).toBeGreaterThan(0)
    expect(meta.total).toBe(result.length)
    for (const row of result) expect(resource.row.isValidSync(row, { strict: true })).toBe(true)
  })

  it('requests exactly the given page, order and text', async () => {
    const [, second] = (await listed()).result
    const { result, meta } = await listed(`page=2&pageSize=1&sort=${resource.list.defaultSort}`)
    const found = await listed('q=there-is-nothing-like-it')

    expect([meta.page, meta.pageSize, result.map(({ id }) => id)]).toEqual([2, 1, [second?.id]])
    expect(found.result).toEqual([])
  })

  it('reads one row as the list shows it', async () => {
    const [first] = (await listed()).result

    await expect(store.dispatch(calls.get.initiate(first?.id ?? '')).unwrap()).resolves.toEqual(first)
  })

  it('returns the server’s refusal, and alerts it', async () => {
    const missing = store.dispatch(calls.get.initiate('01890000-0000-7000-8000-000000000000')).unwrap()

    await expect(missing).rejects.toMatchObject({ kind: 'refused', status: 404, problem: { code: 'not_found' } })
    expect(alerts.at(-1)?.problem.code).toBe('not_found')
  })

  if (resource.ops.includes('create'))
    it('creates once, updates with the version that it read, and deletes', async () => {
      const draft = (await requiredDrafts[resource.name]?.(server.db)) ?? {}
      const creation = { draft, key: `calls-${resource.name}` }
      const created = await store.dispatch(calls.create.initiate(creation)).unwrap()
      const again = await store.dispatch(calls.create.initiate(creation)).unwrap()
      expect([again.id, created.version]).toEqual([created.id, 1])

      const naming = resource.uniqueTogether[0] ?? resource.title
      const change = { id: created.id, version: 1, draft: { [naming]: 'Another title' } }
      const changed = await store.dispatch(calls.update.initiate(change)).unwrap()
      expect(changed).toMatchObject({ [naming]: 'Another title', version: 2 })
      await expect(store.dispatch(calls.update.initiate(change)).unwrap()).rejects.toMatchObject({
        status: 412,
        problem: { code: 'stale', result: changed },
      })

      await store.dispatch(calls.remove.initiate({ id: created.id, version: 2 })).unwrap()
      await expect(store.dispatch(calls.bulkRemove.initiate({ ids: [created.id] })).unwrap()).resolves.toMatchObject({
        done: 0,
        failed: [{ id: created.id, code: 'not_found' }],
      })
    })
})
