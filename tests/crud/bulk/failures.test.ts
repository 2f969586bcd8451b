import { describe, expect, it } from 'vitest'
import { api } from '../../../src/api/api'
import { resources } from '../../../src/contract'
import type { AnyResource } from '../../../src/crud/model/declaration'
import { failedRows } from '../../../src/crud/bulk/failures'
import { createOpenStore } from '../../support/session/openSession'
import { signal } from '../../support/signal'

const group = resources.find(({ name }) => name === 'LightGroup') as unknown as AnyResource

/** A store whose server has the group `attic` and no other; it answers once `answers` is given. */
function setUp() {
  const answers = signal()
  const asked: string[] = []
  const store = createOpenStore(async (input) => {
    await answers.given
    const { url } = new Request(input)
    asked.push(url)
    return url.endsWith('/attic')
      ? Response.json({ result: { id: 'attic', version: 1, name: 'Attic' } })
      : Response.json({ message: 'There is none' }, { status: 404 })
  })
  const named = () =>
    failedRows(
      store.dispatch,
      group,
      ['attic', 'gone'].map((id) => ({ id, code: 'in_use', message: 'It is in use' })),
      [],
    )
  return { store, answers, asked, named }
}

describe('failedRows', () => {
  it('names rows as they are on the server, and by their ids where it has none', async () => {
    const { answers, named } = setUp()
    answers.give()
    expect(await named()).toMatchObject([{ row: { name: 'Attic' } }, { row: { id: 'gone', version: 0 } }])
  })

  it('names them too when the cache is invalidated while they are read', async () => {
    const { store, answers, named } = setUp()
    const naming = named()
    store.dispatch(api.util.invalidateTags(['LightGroup']))
    answers.give()
    expect(await naming).toMatchObject([{ row: { name: 'Attic' } }, { row: { id: 'gone', version: 0 } }])
  })

  it('asks for the first five of a reason, which a report names', async () => {
    const { store, answers, asked } = setUp()
    answers.give()
    const failed = Array.from({ length: 9 }, (_none, nth) => ({ id: `row${nth}`, code: 'in_use', message: 'It is in use' }))
    await failedRows(store.dispatch, group, [...failed, { id: 'attic', code: 'in_use', message: 'Another reason' }], [])
    expect(asked.map((url) => url.split('/').at(-1))).toEqual(['row0', 'row1', 'row2', 'row3', 'row4', 'attic'])
  })

  it('asks for no row that does not exist, which would alert as well', async () => {
    const { store, answers, asked } = setUp()
    answers.give()
    const failed = [{ id: 'deleted', code: 'not_found', message: 'There is no such light group' }]
    expect(await failedRows(store.dispatch, group, failed, [])).toEqual([
      { row: { id: 'deleted', version: 0 }, message: 'There is no such light group' },
    ])
    expect(asked).toEqual([])
  })
})
