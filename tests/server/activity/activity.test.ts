import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ACTIVITY_PATH, type ActivityEntry, type ActivityPage } from '../../../src/contract/activity'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import { gatewayKeyPath } from '../../../src/contract/gatewayTraffic'
import { sessionPaths } from '../../../src/contract/session'
import { sweepActivity } from '../../../src/server/activity/retention'
import { callAt, emptiedServer, fleetAt } from '../../support/server/hooks'
import { humidityGroupDraft, insertFirmware, insertPlantRequest, ruleDraft } from '../../support/rows/rows'

const server = emptiedServer()
const call = callAt(server)
const fleet = fleetAt(server)

const ask = async (params: Record<string, string> = {}) =>
  (await call<ActivityPage>('GET', `${ACTIVITY_PATH}?${new URLSearchParams(params)}`)).body
const entriesOf = async (params: Record<string, string> = {}) => (await ask(params)).result
const newest = async (params: Record<string, string> = {}): Promise<ActivityEntry> => {
  const [entry] = await entriesOf(params)
  if (entry === undefined) throw new Error('Nothing has happened')
  return entry
}
const GROUPS = '/api/v1/humidity_groups'
const register = async (changes: object = {}) =>
  (await call<{ result: { id: string; version: number } }>('POST', `${GROUPS}/register`, { body: humidityGroupDraft(changes) }))
    .body.result
const signIn = (body: object) =>
  call('POST', sessionPaths.signIn, {
    body: { role: 'admin', ...body },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' },
  })

describe('the activity', () => {
  it('shows who changed a row, when, and which fields from which value to which', async () => {
    const { id } = await register({ name: 'Ferns', soilMoistureMin: 30 })
    await call('PUT', `${GROUPS}/${id}`, { body: { name: 'Tree ferns' } })
    expect(await newest()).toMatchObject({
      actor: { kind: 'user', name: expect.stringMatching(/./) as string },
      action: 'updated',
      area: 'HumidityGroup',
      rowId: id,
      title: 'Tree ferns',
      rows: 1,
      changes: [{ field: 'name', from: 'Ferns', to: 'Tree ferns' }],
      details: {},
      restorable: true,
    })
  })

  it('shows references by their names at that time', async () => {
    const gateway = await fleet.addGateway({ name: 'Attic' })
    const other = await fleet.addGateway({ name: 'Cellar' })
    const sensor = await fleet.addSensor({ gatewayId: gateway.id })
    await call('PUT', '/api/v1/sensors', { body: { id: sensor.id, gatewayId: other.id } })
    expect(await newest({ rowId: sensor.id })).toMatchObject({ changes: [{ field: 'gatewayId', from: 'Attic', to: 'Cellar' }] })
    await call('DELETE', `/api/v1/gateways/${other.id}`)
    expect(await newest({ rowId: sensor.id })).toMatchObject({
      action: 'updated',
      changes: [{ field: 'gatewayId', to: null }],
      restorable: false,
    })
    expect(await newest({ rowId: other.id })).toMatchObject({ action: 'deleted', title: 'Cellar', changes: [] })
  })

  it('shows the groups in the draft of a plant request by their names, also when they are deleted', async () => {
    const [ferns, mosses] = [await register({ name: 'Ferns' }), await register({ name: 'Mosses' })]
    const id = await insertPlantRequest(server.db)
    for (const group of [ferns, mosses])
      await call('PUT', `/api/v1/plant_requests/${id}`, { body: { draft: { humidityGroupId: group.id } } })
    await call('DELETE', `${GROUPS}/${ferns.id}`)
    const [change] = (await newest({ rowId: id })).changes
    expect(change).toMatchObject({ field: 'draft', from: { humidityGroupId: 'Ferns' }, to: { humidityGroupId: 'Mosses' } })
  })

  it('shows the reason of a firmware’s assignment', async () => {
    const { id, hardwareId } = await fleet.addGateway({ name: 'Attic' })
    const firmware = await insertFirmware(server.db, [hardwareId])
    await call('POST', firmwarePaths.assign(firmware), { body: { gatewayIds: [id], reason: 'Roll back 3.12.' } })
    expect(await newest({ rowId: id })).toMatchObject({
      changes: [{ field: 'targetFirmwareId', from: null }],
      details: { reason: 'Roll back 3.12.' },
    })
  })

  it('shows by their names what it lists of rows, and whose key was made, also when these are deleted', async () => {
    const { id } = await fleet.addGateway({ name: 'Cellar' })
    const body = ruleDraft({ kind: 'gateway_offline', gatewayIds: [id] })
    const rule = (await call('POST', '/api/v1/alert_rules/register', { body })).body.result
    await call('PUT', `/api/v1/alert_rules/${rule.id}`, { body: { gatewayIds: [] } })
    await call('POST', gatewayKeyPath(id))
    await call('DELETE', `/api/v1/gateways/${id}`)
    expect(await newest({ rowId: rule.id })).toMatchObject({ changes: [{ field: 'gatewayIds', from: ['Cellar'], to: [] }] })
    expect(await newest({ rowId: id, action: 'key_made' })).toMatchObject({ title: 'Cellar' })
  })

  it('shows one call’s changes to many rows as one entry, and each of them when the call is requested', async () => {
    const ids = [await register({ name: 'Ferns' }), await register({ name: 'Mosses' }), await register({ name: 'Palms' })].map(
      (row) => row.id,
    )
    await call('POST', `${GROUPS}/bulk_delete`, { body: { ids } })
    const together = await newest()
    expect(together).toMatchObject({ action: 'deleted', area: 'HumidityGroup', rows: 3, rowId: null, title: null, changes: [] })
    const each = await entriesOf({ requestId: together.requestId ?? '' })
    expect(new Set(each.map(({ title, rows }) => `${rows} ${title}`))).toEqual(new Set(['1 Ferns', '1 Mosses', '1 Palms']))
  })

  it('shows only the host of a webhook, whose address is often a credential, and restores all of it', async () => {
    const channels = '/api/v1/notification_channels'
    const draft = { name: 'On call', kind: 'webhook', recipients: [], preset: 'slack', tellsResolved: false, active: true }
    const url = (token: string) => `https://hooks.example.com/services/${token}?key=${token}`
    const { id } = (await call('POST', `${channels}/register`, { body: { ...draft, url: url('first') } })).body.result
    await call('PUT', `${channels}/${id}`, { body: { url: url('second') } })
    const all = await ask({ rowId: id })
    expect(JSON.stringify(all)).not.toMatch(/first|second/)
    const host = 'https://hooks.example.com/…'
    expect(all.result[0]).toMatchObject({ changes: [{ field: 'url', from: host, to: host }] })
    const entryId = all.result[1]?.id
    const { body } = await call('POST', `${channels}/${id}/restore_version`, { body: { entryId } })
    expect(body.result).toMatchObject({ url: url('first') })
  })

  it('is found by a row’s present or former name, by an EUI and by an address, each row separately', async () => {
    const { id } = await register({ name: 'Ferns' })
    await call('PUT', `${GROUPS}/${id}`, { body: { name: 'Tree ferns' } })
    const ids = [id, (await register({ name: 'Mosses' })).id]
    await call('POST', `${GROUPS}/bulk_delete`, { body: { ids } })
    const gateway = await fleet.addGateway({ name: 'Attic' })
    const found = async (q: string) => (await entriesOf({ q })).map(({ action, title, area }) => `${action} ${title ?? area}`)
    expect(await found('FERNS')).toEqual(['deleted Tree ferns', 'updated Tree ferns', 'created Ferns'])
    expect(await found('tree f')).toEqual(['deleted Tree ferns', 'updated Tree ferns', 'created Ferns'])
    expect(await found('mo')).toEqual(['deleted Mosses', 'created Mosses'])
    expect(await found(gateway.eui.slice(2, 12))).toEqual(['created Attic'])
    expect(await found(gateway.eui.replace(/..(?!$)/g, '$&:'))).toEqual(['created Attic'])
    await signIn({ email: 'nobody@example.com', password: 'a secret' })
    expect(await found('127.0.0')).toEqual(['sign_in_failed Session'])
    expect(await found('50%')).toEqual([])
    expect(await found('Ferns')).toEqual(await found(' Ferns '))
  })

  it('shows a common word’s entries newest first, page by page, with those of its rows that do not contain it', async () => {
    const rows = []
    for (const name of ['Fern 1', 'Fern 2', 'Fern 3', 'Fern 4']) rows.push(await register({ name }))
    await register({ name: 'Moss' })
    await call('PUT', `${GROUPS}/${rows[0]?.id}`, { body: { soilMoistureMin: 31 } })
    const pages: string[][] = []
    for (let before: string | null = 'first'; before !== null;) {
      const page = await ask({ q: 'fern', pageSize: '2', ...(before !== 'first' && { before }) })
      pages.push(page.result.map(({ action, title }) => `${action} ${title}`))
      before = page.meta.next === null ? null : String(page.meta.next)
    }
    expect(pages).toEqual([['updated Fern 1', 'created Fern 4'], ['created Fern 3', 'created Fern 2'], ['created Fern 1']])
  })

  it('is found when thousands of other entries are newer, with the values of its row’s other entries', async () => {
    const { id } = await register({ name: 'Old férn' })
    await call('PUT', `${GROUPS}/${id}`, { body: { soilMoistureMin: 31 } })
    await server.db.query(sql`
      insert into audit_entries (action, subject, subject_id, after)
      select 'updated', 'Plant', new_id(), '{"title": "Moss"}' from generate_series(1, 2100)`)
    const found = async (params: Record<string, string>) =>
      (await entriesOf({ q: 'fern  old', ...params })).map(({ action }) => action)
    const both = ['updated', 'created']
    expect(await found({})).toEqual(both)
    expect(await found({ rowId: id })).toEqual(both)
    expect(await found({ area: 'HumidityGroup' })).toEqual(both)
    expect(await found({ action: 'updated' })).toEqual(['updated'])
    expect(await found({ area: 'Plant' })).toEqual([])
  })

  it('lists each row of a call when all are requested', async () => {
    const ids = [(await register({ name: 'Ferns' })).id, (await register({ name: 'Mosses' })).id]
    await call('POST', `${GROUPS}/bulk_delete`, { body: { ids } })
    const entries = await entriesOf({ action: 'deleted', each: 'true' })
    expect(entries.map(({ title, rows }) => `${rows} ${title}`).sort()).toEqual(['1 Ferns', '1 Mosses'])
  })

  it('is read page by page, each entry once, while entries are added', async () => {
    for (const name of ['G1', 'G2', 'G3', 'G4', 'G5']) await register({ name })
    const only = { area: 'HumidityGroup', pageSize: '2' }
    const first = await ask(only)
    await register({ name: 'G6' })
    const second = await ask({ ...only, before: String(first.meta.next) })
    const third = await ask({ ...only, before: String(second.meta.next) })
    expect([first, second, third].map(({ result }) => result.map(({ title }) => title))).toEqual([
      ['G5', 'G4'],
      ['G3', 'G2'],
      ['G1'],
    ])
    expect(third.meta.next).toBeNull()
  })

  it('is narrowed by area, action, person and time', async () => {
    const { id } = await register({ name: 'Ferns' })
    await call('DELETE', `${GROUPS}/${id}`)
    const { actor } = await newest()
    const actions = async (params: Record<string, string>) => (await entriesOf(params)).map(({ action }) => action)
    expect(await actions({ area: 'HumidityGroup' })).toEqual(['deleted', 'created'])
    expect(await actions({ area: 'Gateway' })).toEqual([])
    expect(await actions({ action: 'created', area: 'HumidityGroup' })).toEqual(['created'])
    expect(await actions({ actor: actor.id ?? '', area: 'HumidityGroup' })).toEqual(['deleted', 'created'])
    expect(await actions({ actor: id })).toEqual([])
    expect(await actions({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    expect(await actions({ to: new Date(Date.now() + 60_000).toISOString(), area: 'HumidityGroup' })).toHaveLength(2)
  })

  it.each([
    ['area', 'Gateway; drop'],
    ['rowId', '7'],
    ['action', 'sold'],
    ['from', 'yesterday'],
    ['from', '2026-02-30T10:00:00.000Z'],
    ['before', '0'],
    ['pageSize', '201'],
    ['colour', 'green'],
  ])('is a 400 that names the parameter when %s is %j', async (name, value) => {
    const { status, body } = await call('GET', `${ACTIVITY_PATH}?${new URLSearchParams({ [name]: value })}`)
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'bad_query', [name]])
  })

  it('is for administrators only, and read-only', async () => {
    expect((await server.fetch(ACTIVITY_PATH)).status).toBe(401)
    await register()
    const { id } = await newest()
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect((await call(method, `${ACTIVITY_PATH}/${id}`, { body: {} })).status).toBe(404)
    for (const method of ['PUT', 'DELETE', 'POST']) expect((await call(method, ACTIVITY_PATH, { body: {} })).status).toBe(405)
  })

  it('is never changed, not even by SQL', async () => {
    await register({ name: 'Ferns' })
    const before = await ask()
    await expect(server.db.query(sql`update audit_entries set action = 'deleted'`)).rejects.toThrow(
      'Entries of the activity are never changed',
    )
    expect(await ask()).toEqual(before)
  })

  it('is deleted after its retention', async () => {
    await register()
    await server.db.query(sql`
      insert into audit_entries (at, action, subject) select now() - interval '401 days', 'created', 'Gateway' from generate_series(1, 3)`)
    const before = (await entriesOf()).length
    await sweepActivity(server.deps)
    expect((await entriesOf()).length).toBe(before - 3)
  })
})

describe('sign-ins in the activity', () => {
  it('contain address and device, also when they failed, but no typed values', async () => {
    expect((await signIn({ email: 'nobody@example.com', password: 'a secret' })).status).toBe(401)
    const failed = await newest({ area: 'Session' })
    expect(failed).toMatchObject({
      action: 'sign_in_failed',
      actor: { kind: 'guest', id: null, name: null },
      changes: [],
      details: { ip: '127.0.0.1', device: 'Firefox on Linux', account: null },
    })
    expect(JSON.stringify(failed)).not.toMatch(/nobody@|a secret/)
  })

  it('name the account that was tried, and are logged once when there are too many', async () => {
    await register()
    const { actor } = await newest()
    const { rows } = await server.db.query<{ email: string }>(sql`select email from users where id = ${actor.id}`)
    const email = rows[0]?.email ?? ''
    for (let n = 0; n < 8; n += 1) await signIn({ email, password: 'wrong' })
    const tried = (await entriesOf({ area: 'Session' })).filter(({ actor: { kind } }) => kind === 'guest')
    expect(tried.map(({ action }) => action)).toEqual(['sign_in_refused', ...Array<string>(5).fill('sign_in_failed')])
    expect(tried[1]?.details).toMatchObject({ account: actor.name })
  })
})
