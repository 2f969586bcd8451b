import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import { rowsOf } from '../../support/server/calls'
import { FIRMWARES, firmwaresAt } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import { firmwareDraft, insertFirmware, insertGateway, insertHardware, nobody, unique } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { create, move, read, released, upload } = firmwaresAt(server, call)
let hardwareId: string
beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
})

describe('a firmware', () => {
  it('keeps its hardwares, in the order of their names, and refuses one that does not exist', async () => {
    const other = await insertHardware(server.db, { vendor: 'Aster' })
    const id = await create(hardwareId, { hardwareIds: [hardwareId, other, other] })
    const { hardwareIds, hardwareNames } = await read(id)
    expect(hardwareIds).toEqual([other, hardwareId])
    expect(hardwareNames).toEqual([expect.stringMatching(/^Aster/), expect.stringMatching(/^Fernwerk/)])

    const changed = await call('PUT', `${FIRMWARES}/${id}`, { body: { hardwareIds: [hardwareId] } })
    expect(changed.body.result).toMatchObject({ hardwareIds: [hardwareId], version: 2 })

    const refused = await call('PUT', `${FIRMWARES}/${id}`, { body: { hardwareIds: [nobody] } })
    expect(refused).toMatchObject({ status: 422, body: { fields: { hardwareIds: expect.stringMatching(/does not exist/) } } })
    expect((await read(id))['hardwareIds']).toEqual([hardwareId])
  })

  it.each(['3.9', '3.09.0', 'v3.9.0', '3.9.0-', '3.9.0-01', '3.9.0+', ' 3.9.0', '9999999999.0.0'])(
    'refuses %s, which is no semantic version',
    async (semver) => {
      const { status, body } = await call('POST', `${FIRMWARES}/register`, { body: firmwareDraft([hardwareId], { semver }) })
      expect([status, Object.keys(body.fields)]).toEqual([422, ['semver']])
    },
  )

  it('updates from no later version than its own', async () => {
    const register = (semver: string, minFromVersion: string) =>
      call('POST', `${FIRMWARES}/register`, { body: firmwareDraft([hardwareId], { semver, minFromVersion }) })
    const words = { minFromVersion: '“Updates from” must not be later than the version' }
    expect(await register('3.9.0', '3.11.0')).toMatchObject({ status: 422, body: { fields: words } })
    expect(await register('3.11.0-rc.10', '3.11.0')).toMatchObject({ status: 422, body: { fields: words } })
    const { status, body } = await register('3.11.0', '3.11.0-rc.2')
    expect(status).toBe(201)
    const changed = await call('PUT', `${FIRMWARES}/${body.result['id']}`, { body: { semver: '3.9.0' } })
    expect(changed).toMatchObject({ status: 422, body: { fields: words } })
  })

  it('is unique by name and version, in any case', async () => {
    const id = await create(hardwareId, { name: 'Rhizome', semver: '1.0.0-RC.1' })
    const { status, body } = await call('POST', `${FIRMWARES}/register`, {
      body: firmwareDraft([hardwareId], { name: 'rhizome', semver: '1.0.0-rc.1' }),
    })
    expect([status, body.code, body.holder]).toEqual([409, 'taken', { id, name: 'Rhizome 1.0.0-RC.1' }])
    expect(body.fields).toHaveProperty('semver')
  })

  it('sorts among the versions of its name by semantic versioning', async () => {
    const name = `Order ${unique()}`
    const versions = ['3.11.0', '3.9.0', '3.11.0-rc.10', '3.11.0-rc.2', '3.11.0-rc', '3.11.0-alpha.beta', '3.11.0-1', '10.0.0']
    for (const semver of versions) await insertFirmware(server.db, [hardwareId], { name, semver })
    const rows = await rowsOf(call, `${FIRMWARES}?hardwareIds=${hardwareId}&sort=-title`)
    expect(rows.map(({ semver }) => semver)).toEqual([
      '10.0.0',
      '3.11.0',
      '3.11.0-rc.10',
      '3.11.0-rc.2',
      '3.11.0-rc',
      '3.11.0-alpha.beta',
      '3.11.0-1',
      '3.9.0',
    ])
  })

  it('is the latest when one of its hardwares has no later release on its channel', async () => {
    const other = await insertHardware(server.db)
    const name = `Latest ${unique()}`
    const add = (semver: string, hardwares: readonly string[], columns: object = {}) =>
      insertFirmware(server.db, hardwares, { name, semver, ...columns })
    await add('1.0.0', [hardwareId])
    await add('1.1.0', [hardwareId, other])
    await add('1.2.0', [hardwareId])
    await add('1.3.0', [hardwareId], { status: 'revoked' })
    await add('2.0.0-rc.1', [hardwareId], { channel: 'beta' })
    const rows = await rowsOf(call, `${FIRMWARES}?hardwareIds=${hardwareId}&latest=true`)
    expect(rows.map(({ semver }) => semver)).toEqual(['1.1.0', '1.2.0', '2.0.0-rc.1'])
  })
})

describe('the life of a firmware', () => {
  it('begins as a draft, is released with a file only, then deprecated, then revoked with a reason', async () => {
    const id = await create(hardwareId)
    expect(await move(id, 'released')).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringMatching(/no file/) },
    })
    await upload(id, randomBytes(8))
    const { body } = await move(id, 'released')
    expect(body.result).toMatchObject({ status: 'released', releasedAt: expect.any(String) })
    expect((await move(id, 'deprecated', 'Superseded.')).body.result).toMatchObject({ statusReason: 'Superseded.' })
    expect((await move(id, 'revoked')).body.fields).toEqual({ reason: 'Say why it is revoked' })
    expect((await move(id, 'revoked', 'Loses settings.')).body.result).toMatchObject({
      status: 'revoked',
      statusReason: 'Loses settings.',
    })
    const { rows } = await server.db.query<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${id} order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['created', 'uploaded', 'released', 'deprecated', 'revoked'])
  })

  it.each([
    ['draft', ['deprecated', 'revoked']],
    ['released', ['released']],
    ['deprecated', ['released', 'deprecated']],
    ['revoked', ['released', 'deprecated', 'revoked']],
  ])('cannot move from %s to %s', async (status, illegal) => {
    const id = await insertFirmware(server.db, [hardwareId], { name: hardwareId, status, sha256: 'a'.repeat(64) })
    for (const to of illegal) expect(await move(id, to, 'why')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await move(id, 'draft')).status).toBe(422)
    expect((await read(id))['status']).toBe(status)
  })

  it('moves once when two users move it at once', async () => {
    const id = await create(hardwareId)
    await upload(id, randomBytes(8))
    const both = await Promise.all(
      [1, 2].map(() => call('POST', firmwarePaths.status(id), { body: { status: 'released' }, headers: { 'if-match': '"2"' } })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  it('makes name, version and hardwares immutable with the release', async () => {
    const id = await released(hardwareId)
    for (const [field, value] of [
      ['name', 'Other'],
      ['semver', '9.0.0'],
      ['hardwareIds', [await insertHardware(server.db)]],
    ] as const)
      expect(await call('PUT', `${FIRMWARES}/${id}`, { body: { [field]: value } })).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.stringMatching(/cannot be changed/) } },
      })
    expect((await call('PUT', `${FIRMWARES}/${id}`, { body: { releaseNotes: 'More.', channel: 'beta' } })).status).toBe(200)
  })

  it('unassigns a revoked firmware that was not installed yet, and logs it', async () => {
    const id = await released(hardwareId)
    const waiting = await insertGateway(server.db, { hardware_id: hardwareId, target_firmware_id: id })
    const running = await insertGateway(server.db, { hardware_id: hardwareId, target_firmware_id: id, firmware_id: id })
    await move(id, 'revoked', 'Broken.')
    expect((await call('GET', `/api/v1/gateways/${waiting}`)).body.result).toMatchObject({ targetFirmwareId: null, version: 2 })
    expect((await call('GET', `/api/v1/gateways/${running}`)).body.result).toMatchObject({
      targetFirmwareId: id,
      firmwareStatus: 'error',
    })
    const { rows } = await server.db.query(sql`select before, after from audit_entries where subject_id = ${waiting}`)
    expect(rows).toEqual([{ before: { targetFirmwareId: id }, after: { targetFirmwareId: null } }])
  })

  it('does not end by a deletion when a gateway runs it, is assigned it, or ever ran it', async () => {
    const running = await released(hardwareId)
    const gateway = await insertGateway(server.db, { hardware_id: hardwareId, firmware_id: running })
    const named = await call('DELETE', `${FIRMWARES}/${running}`)
    expect([named.status, named.body.code, named.body.users.rows.map(({ id }) => id)]).toEqual([409, 'in_use', [gateway]])

    const installedOnce = await insertFirmware(server.db, [hardwareId], { name: hardwareId, first_installed_at: new Date() })
    expect(await call('DELETE', `${FIRMWARES}/${installedOnce}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: expect.stringMatching(/was installed before/) },
    })

    const fresh = await released(hardwareId)
    expect((await call('DELETE', `${FIRMWARES}/${fresh}`)).status).toBe(204)
    const { rows } = await server.db.query(sql`select 1 from gateway_firmware_pieces where firmware_id = ${fresh}`)
    expect(rows).toEqual([])
  })
})
