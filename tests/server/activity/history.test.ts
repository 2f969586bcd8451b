// Runs on both engines, as the activity's statement does for one row.
// @module-tag both-engines
import { describe, expect, it } from 'vitest'
import { ACTIVITY_PATH, type ActivityPage } from '../../../src/contract/activity'
import { historyPath } from '../../../src/contract/bulk'
import { humidityGroups } from '../../../src/contract/humidityGroups'
import { humidityGroupDraft } from '../../support/rows/rows'
import { callAt, oneServer } from '../../support/server/hooks'

const server = oneServer()
const call = callAt(server)
const register = async (name: string) =>
  (await call('POST', '/api/v1/humidity_groups/register', { body: humidityGroupDraft({ name }) })).body.result.id
const historyOf = async (id: string, query = '') =>
  (await call<ActivityPage>('GET', `${historyPath(humidityGroups, id)}${query}`)).body

describe('the history of a row', () => {
  it('is the activity of that row alone, page by page, also after its deletion', async () => {
    const id = await register('Ferns')
    await register('Mosses')
    await call('PUT', `/api/v1/humidity_groups/${id}`, { body: { name: 'Tree ferns' } })
    await call('DELETE', `/api/v1/humidity_groups/${id}`)
    const whole = await historyOf(id)
    expect(whole.result.map(({ action, title }) => `${action} ${title}`)).toEqual([
      'deleted Tree ferns',
      'updated Tree ferns',
      'created Ferns',
    ])
    expect(whole).toEqual((await call('GET', `${ACTIVITY_PATH}?area=HumidityGroup&rowId=${id}`)).body)
    const first = await historyOf(id, '?pageSize=2')
    const second = await historyOf(id, `?pageSize=2&before=${first.meta.next}`)
    expect([...first.result, ...second.result]).toEqual(whole.result)
    expect(second.meta.next).toBeNull()
    expect((await historyOf(id, '?action=updated')).result).toEqual([whole.result[1]])
  })

  it('is for administrators only, of a row that its path names alone, and read-only', async () => {
    const id = await register('Ferns')
    const path = historyPath(humidityGroups, id)
    expect((await server.fetch(path)).status).toBe(401)
    expect((await call('GET', historyPath(humidityGroups, 'nobody'))).status).toBe(404)
    const refused = await call('GET', `${path}?area=Gateway`)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['area']])
    expect((await call('POST', path, { body: {} })).status).toBe(405)
    expect((await call<ActivityPage>('GET', historyPath({ path: '/api/v1/gateways' }, id))).body.result).toEqual([])
  })
})
