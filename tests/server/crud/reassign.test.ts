import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { humidity, light, temperature } from '../../support/rows/groups'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertTemperatureGroup,
  nobody,
  ruleDraft,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

describe('deleting a group in use', () => {
  it('is refused with up to ten of the plants’ names and their number', async () => {
    const id = await insertHumidityGroup(server.db)
    for (let n = 10; n < 22; n++) await insertPlant(server.db, { scientific_name: `Hoya nova ${n}`, humidity_group_id: id })
    const { status, body } = await call('DELETE', `${humidity}/${id}`)
    expect([status, body.code]).toEqual([409, 'in_use'])
    expect(body.message).toBe('This humidity group is used by 12 plants')
    expect(body.users.total).toBe(12)
    expect(body.users.rows.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `Hoya nova ${at + 10}`))
  })

  it('moves its plants to another group and deletes it in one transaction, with a version and an audit entry for each change', async () => {
    const from = await insertTemperatureGroup(server.db)
    const to = await insertTemperatureGroup(server.db)
    const plantId = await insertPlant(server.db, { temperature_group_id: from })
    const other = await insertPlant(server.db, { temperature_group_id: to })

    const { status } = await call('DELETE', `${temperature}/${from}?reassignTo=${to}`, { headers: { 'if-match': '"1"' } })
    expect(status).toBe(204)
    expect((await call('GET', `${temperature}/${from}`)).status).toBe(404)
    const { rows } = await server.db.query(
      sql`select id, temperature_group_id as group, version from plants where id in (${plantId}, ${other}) order by version`,
    )
    expect(rows).toEqual([
      { id: other, group: to, version: 1 },
      { id: plantId, group: to, version: 2 },
    ])
    const audit = await server.db.query(sql`select action, before, after from audit_entries where subject_id = ${plantId}`)
    expect(audit.rows).toEqual([{ action: 'updated', before: { temperatureGroupId: from }, after: { temperatureGroupId: to } }])
  })

  it('limits the alert rules of the deleted group to the other one, which each contains once', async () => {
    const [from, to] = [await insertHumidityGroup(server.db), await insertHumidityGroup(server.db)]
    const limitedTo = async (...humidityGroupIds: string[]) => {
      const body = ruleDraft({ kind: 'sensor_offline', humidityGroupIds })
      return (await call('POST', '/api/v1/alert_rules/register', { body })).body.result.id
    }
    const [one, both] = [await limitedTo(from), await limitedTo(from, to)]
    await call('DELETE', `${humidity}/${from}?reassignTo=${to}`)
    for (const id of [one, both])
      expect((await call('GET', `/api/v1/alert_rules/${id}`)).body.result).toMatchObject({ humidityGroupIds: [to], version: 2 })
    const { rows } = await server.db.query(
      sql`select before, after from audit_entries where subject_id = ${both} and action = 'updated'`,
    )
    expect(rows).toEqual([{ before: { humidityGroupIds: [from, to] }, after: { humidityGroupIds: [to] } }])
  })

  it.each([
    ['nobody', nobody, 422, /no such/],
    ['itself', null, 422, /another light group/],
    ['no id', 'all', 400, /one id/],
  ])('changes nothing when the one to take over is %s', async (_who, given, status, sentence) => {
    const id = await insertLightGroup(server.db)
    const plantId = await insertPlant(server.db, { light_group_id: id })
    const answer = await call('DELETE', `${light}/${id}?reassignTo=${given ?? id}`)
    expect(answer.status).toBe(status)
    expect(answer.body.fields).toEqual({ reassignTo: expect.stringMatching(sentence) })
    const { rows } = await server.db.query(sql`select light_group_id as group, version from plants where id = ${plantId}`)
    expect(rows).toEqual([{ group: id, version: 1 }])
  })

  it('moves nothing when the group was changed meanwhile', async () => {
    const from = await insertLightGroup(server.db)
    const to = await insertLightGroup(server.db)
    const plantId = await insertPlant(server.db, { light_group_id: from })
    const { status, body } = await call('DELETE', `${light}/${from}?reassignTo=${to}`, { headers: { 'if-match': '"7"' } })
    expect([status, body.code, body.result.id]).toEqual([412, 'stale', from])
    const { rows } = await server.db.query(sql`select light_group_id as group from plants where id = ${plantId}`)
    expect(rows).toEqual([{ group: from }])
  })

  it('is refused for a resource whose users cannot be reassigned', async () => {
    const { status, body } = await call('DELETE', `/api/v1/sensors/${nobody}?reassignTo=${nobody}`)
    expect([status, body.code]).toEqual([400, 'bad_query'])
  })
})
