import { describe, expect, it } from 'vitest'
import { api } from '../../src/api/api'
import { readOnce } from '../../src/api/readOnce'
import { lightGroups } from '../../src/contract/lightGroups'
import type { ListQuery } from '../../src/contract/list'
import { crudCalls } from '../../src/crud/model/crudCalls'
import { createOpenStore } from '../support/session/openSession'

const { list } = crudCalls(lightGroups)
const query: ListQuery = { page: 1, pageSize: 25, sort: '', q: '', filter: {} }
const page = { result: [], meta: { page: 1, pageSize: 25, total: 0, totalCapped: false } }

/** A store whose list of light groups is invalidated while each request is under way, as by a live change; `statuses`: of the answers. */
function setUp(statuses: readonly number[]) {
  let requests = 0
  const store = createOpenStore(async (_address, init) => {
    init?.signal?.throwIfAborted()
    const status = statuses[requests] ?? 200
    requests += 1
    if (requests === 1) store.dispatch(api.util.invalidateTags(['LightGroup']))
    return Response.json(status === 200 ? page : { message: 'Not now' }, { status })
  })
  const request = () => store.dispatch(list.initiate(query, { forceRefetch: true }))
  return { request }
}

describe('readOnce', () => {
  it('gives the answer although it is invalidated while it is on its way', async () => {
    const { request } = setUp([])
    expect(await readOnce(request())).toEqual(page)
  })

  it('asks again where the first answer was an error that an invalidation dropped, and rejects with the second one', async () => {
    const { request } = setUp([500, 200])
    expect(await readOnce(request())).toEqual(page)
    const failing = setUp([500, 403])
    await expect(readOnce(failing.request())).rejects.toMatchObject({ status: 403 })
  })

  it('ends the request when the signal aborts', async () => {
    const { request } = setUp([])
    const leaving = new AbortController()
    const reading = readOnce(request(), leaving.signal)
    leaving.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
