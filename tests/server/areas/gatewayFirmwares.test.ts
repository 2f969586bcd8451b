import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import { rowsOf, type AnyBody } from '../../support/calls'
import { callAt, oneServer } from '../../support/hooks'
import { firmwareDraft, insertCompatible, insertFirmware, insertGateway, insertHardware, unique } from '../../support/rows'

const LIMIT = 1_200_000
const path = '/api/v1/gateway_firmwares'

const server = oneServer({ uploadMaxBytes: LIMIT })
const call = callAt(server)
let token: string
let hardwareId: string

beforeAll(async () => {
  token = await server.signIn()
})
beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const create = async (changes: object = {}) =>
  (await call('POST', `${path}/register`, { body: firmwareDraft([hardwareId], changes) })).body.result.id
const read = async (id: string) => (await call('GET', `${path}/${id}`)).body.result
const part = (bytes: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') => new Blob([bytes], { type })
const leftovers = () => {
  try {
    return readdirSync(join(server.settings.dataDir, 'uploads'))
  } catch {
    return []
  }
}

async function send(
  id: string,
  form: BodyInit,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const response = await server.fetch(`${firmwarePaths.file(id)}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as AnyBody }
}
function upload(
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'image.bin', type, ...how }: { name?: string; type?: string; query?: string; headers?: Record<string, string> } = {},
) {
  const form = new FormData()
  form.append('file', part(bytes, type), name)
  return send(id, form, how)
}
const download = (id: string, headers: Record<string, string> = {}) =>
  server.fetch(firmwarePaths.file(id), { headers: { authorization: `Bearer ${token}`, ...headers } })
const move = (id: string, status: string, reason?: string) =>
  call('POST', firmwarePaths.status(id), { body: { status, ...(reason !== undefined && { reason }) } })
const released = async (changes: object = {}) => {
  const id = await create(changes)
  await upload(id, randomBytes(10))
  expect((await move(id, 'released')).status).toBe(200)
  return id
}

describe('a firmware', () => {
  it('keeps its hardwares, in the order of their names, and refuses one that does not exist', async () => {
    const other = await insertHardware(server.db, { vendor: 'Aster' })
    const id = await create({ hardwareIds: [hardwareId, other, other] })
    const { hardwareIds, hardwareNames } = await read(id)
    expect(hardwareIds).toEqual([other, hardwareId])
    expect(hardwareNames).toEqual([expect.stringMatching(/^Aster/), expect.stringMatching(/^Fernwerk/)])

    const changed = await call('PUT', `${path}/${id}`, { body: { hardwareIds: [hardwareId] } })
    expect(changed.body.result).toMatchObject({ hardwareIds: [hardwareId], version: 2 })

    const nobody = '01890000-0000-7000-8000-000000000000'
    const refused = await call('PUT', `${path}/${id}`, { body: { hardwareIds: [nobody] } })
    expect(refused).toMatchObject({ status: 422, body: { fields: { hardwareIds: expect.stringMatching(/does not exist/) } } })
    expect((await read(id))['hardwareIds']).toEqual([hardwareId])
  })

  it.each(['3.9', '3.09.0', 'v3.9.0', '3.9.0-', '3.9.0-01', '3.9.0+', ' 3.9.0', '9999999999.0.0'])(
    'refuses %s, which is no semantic version',
    async (semver) => {
      const { status, body } = await call('POST', `${path}/register`, { body: firmwareDraft([hardwareId], { semver }) })
      expect([status, Object.keys(body.fields)]).toEqual([422, ['semver']])
    },
  )

  it('is one of its name and version, in whatever case', async () => {
    const id = await create({ name: 'Rhizome', semver: '1.0.0-RC.1' })
    const { status, body } = await call('POST', `${path}/register`, {
      body: firmwareDraft([hardwareId], { name: 'rhizome', semver: '1.0.0-rc.1' }),
    })
    expect([status, body.code, body.holder]).toEqual([409, 'taken', { id, name: 'Rhizome 1.0.0-RC.1' }])
    expect(body.fields).toHaveProperty('semver')
  })

  it('stands among the versions of its name as semantic versioning has it', async () => {
    const name = `Order ${unique()}`
    const versions = ['3.11.0', '3.9.0', '3.11.0-rc.10', '3.11.0-rc.2', '3.11.0-rc', '3.11.0-alpha.beta', '3.11.0-1', '10.0.0']
    for (const semver of versions) await insertFirmware(server.db, [hardwareId], { name, semver })
    const rows = await rowsOf(call, `${path}?hardwareIds=${hardwareId}&sort=-title`)
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

  it('is the latest when no later release is on its channel for one of its hardwares', async () => {
    const other = await insertHardware(server.db)
    const name = `Latest ${unique()}`
    const add = (semver: string, hardwares: readonly string[], columns: object = {}) =>
      insertFirmware(server.db, hardwares, { name, semver, ...columns })
    await add('1.0.0', [hardwareId])
    await add('1.1.0', [hardwareId, other])
    await add('1.2.0', [hardwareId])
    await add('1.3.0', [hardwareId], { status: 'revoked' })
    await add('2.0.0-rc.1', [hardwareId], { channel: 'beta' })
    const rows = await rowsOf(call, `${path}?hardwareIds=${hardwareId}&latest=true`)
    expect(rows.map(({ semver }) => semver)).toEqual(['1.1.0', '1.2.0', '2.0.0-rc.1'])
  })
})

describe('an upload', () => {
  it('is kept byte by byte with its size and SHA-256, and comes back as an attachment', async () => {
    const id = await create()
    const bytes = randomBytes(LIMIT)
    const stored = await upload(id, bytes, { name: '../../etc/frond «2».bin', query: `?sha256=${sha256(bytes).toUpperCase()}` })
    expect(stored.status).toBe(201)
    expect(stored.headers.get('etag')).toBe('"2"')
    expect(stored.body.result).toMatchObject({ sizeBytes: LIMIT, sha256: sha256(bytes), fileName: 'frond «2».bin', version: 2 })

    const answer = await download(id)
    expect(answer.status).toBe(200)
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(LIMIT),
      'content-disposition': `attachment; filename="frond _2_.bin"; filename*=UTF-8''frond%20%C2%AB2%C2%BB.bin`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: `"${sha256(bytes)}"`,
    })
    expect((await download(id, { 'if-none-match': `"x", "${sha256(bytes)}"` })).status).toBe(304)
    expect(leftovers()).toEqual([])
  })

  it.each([1, LIMIT * 9])('is refused with 413 when it is %i bytes over the limit, and nothing of it stays', async (over) => {
    const id = await create()
    const { status, body } = await upload(id, randomBytes(LIMIT + over))
    expect([status, body.code]).toEqual([413, 'too_large'])
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['no bytes', () => [['file', part(new Uint8Array())]] as const, 422, 'file'],
    [
      'two parts',
      () =>
        [
          ['file', part(randomBytes(9))],
          ['file', part(randomBytes(9))],
        ] as const,
      422,
      'file',
    ],
    [
      'a field beside the file',
      () =>
        [
          ['file', part(randomBytes(9))],
          ['note', 'x'],
        ] as const,
      422,
      'file',
    ],
    [
      'a field before the file',
      () =>
        [
          ['note', 'x'],
          ['file', part(randomBytes(9))],
        ] as const,
      422,
      'file',
    ],
    ['a part of another name', () => [['image', part(randomBytes(9))]] as const, 422, 'file'],
    ['no part', () => [] as const, 422, 'file'],
    ['a part of another type', () => [['file', part(randomBytes(9), 'text/html')]] as const, 415, undefined],
  ])('of %s is refused', async (_what, parts, expected, field) => {
    const id = await create()
    const form = new FormData()
    for (const [name, value] of parts()) form.append(name, value)
    const { status, body } = await send(id, form)
    expect(status).toBe(expected)
    if (field !== undefined) expect(body.fields).toHaveProperty(field)
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect(leftovers()).toEqual([])
  })

  const cut =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\ncut'
  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['bare bytes', 'application/octet-stream', 'bytes', 415],
    ['multipart without a boundary', 'multipart/form-data', '--x', 400],
    ['multipart without a part', 'multipart/form-data; boundary=x', 'nothing of the kind', 400],
    ['a part that is cut off', 'multipart/form-data; boundary=x', cut, 400],
  ])('of %s is refused', async (_what, type, text, expected) => {
    const id = await create()
    const { status, body } = await send(id, text, { headers: { 'content-type': type } })
    expect([status, body.requestId]).toEqual([expected, expect.any(String)])
    expect(leftovers()).toEqual([])
  })

  it('is refused when it arrives with another SHA-256 than was said', async () => {
    const id = await create()
    const { status, body } = await upload(id, randomBytes(9), { query: `?sha256=${'0'.repeat(64)}` })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['sha256']])
    expect((await upload(id, randomBytes(9), { query: '?sha256=abc' })).status).toBe(400)
    expect((await read(id))['sha256']).toBeNull()
  })

  it('needs a session, a firmware that exists, and the version that was read', async () => {
    const id = await create()
    expect((await upload(id, randomBytes(9), { headers: { authorization: 'Bearer x' } })).status).toBe(401)
    expect((await upload('01890000-0000-7000-8000-000000000000', randomBytes(9))).status).toBe(404)
    const stale = await upload(id, randomBytes(9), { headers: { 'if-match': '"7"' } })
    expect([stale.status, stale.body.result.version]).toEqual([412, 1])
    expect((await upload(id, randomBytes(9), { headers: { 'if-match': '"1"' } })).status).toBe(201)
  })

  it('takes the place of the one before while the firmware is a draft, and never afterwards', async () => {
    const id = await create()
    await upload(id, randomBytes(LIMIT))
    const second = randomBytes(5)
    await upload(id, second)
    expect(Buffer.from(await (await download(id)).arrayBuffer())).toEqual(second)
    await move(id, 'released')
    expect((await upload(id, randomBytes(5))).status).toBe(409)
    expect(Buffer.from(await (await download(id)).arrayBuffer())).toEqual(second)
  })

  it('leaves nothing when its sender goes away', async () => {
    const id = await create()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    await new Promise<void>((resolve) => {
      const outgoing = request({
        port,
        method: 'POST',
        path: firmwarePaths.file(id),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '900000',
        },
      })
      outgoing.on('error', () => resolve())
      outgoing.write(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n',
      )
      outgoing.write(randomBytes(300_000))
      const wait = setInterval(() => {
        if (leftovers().length === 0) return
        clearInterval(wait)
        outgoing.destroy()
        resolve()
      }, 5)
    })
    await expect.poll(leftovers).toEqual([])
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
  })

  it('answers 413 to a sender that has not finished, and lets go of it', async () => {
    const id = await create()
    const { port } = server.app.server.address() as AddressInfo
    const form = new FormData()
    form.append('file', part(randomBytes(LIMIT * 10)), 'f')
    const answer = await fetch(`http://127.0.0.1:${port}${firmwarePaths.file(id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect([answer.status, ((await answer.json()) as AnyBody).code]).toEqual([413, 'too_large'])
  })
})

describe('a download', () => {
  it('is 404 while there is no file', async () => {
    expect((await download(await create())).status).toBe(404)
  })
})

describe('the life of a firmware', () => {
  it('begins as a draft, is released with a file only, then deprecated, then revoked with a reason', async () => {
    const id = await create()
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
  ])('has from %s no way to %s', async (status, illegal) => {
    const id = await insertFirmware(server.db, [hardwareId], { name: hardwareId, status, sha256: 'a'.repeat(64) })
    for (const to of illegal) expect(await move(id, to, 'why')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await move(id, 'draft')).status).toBe(422)
    expect((await read(id))['status']).toBe(status)
  })

  it('moves once when two move it at once', async () => {
    const id = await create()
    await upload(id, randomBytes(8))
    const both = await Promise.all(
      [1, 2].map(() => call('POST', firmwarePaths.status(id), { body: { status: 'released' }, headers: { 'if-match': '"2"' } })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })

  it('fixes name, version and hardwares by the release, and leaves the rest', async () => {
    const id = await released()
    for (const [field, value] of [
      ['name', 'Other'],
      ['semver', '9.0.0'],
      ['hardwareIds', [await insertHardware(server.db)]],
    ] as const)
      expect(await call('PUT', `${path}/${id}`, { body: { [field]: value } })).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.stringMatching(/never changes/) } },
      })
    expect((await call('PUT', `${path}/${id}`, { body: { releaseNotes: 'More.', channel: 'beta' } })).status).toBe(200)
  })

  it('ends by revoking it where it was not taken yet, and the log says so', async () => {
    const id = await released()
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

  it('is not ended by deleting what a gateway runs, is assigned, or ever ran', async () => {
    const running = await released()
    const gateway = await insertGateway(server.db, { hardware_id: hardwareId, firmware_id: running })
    const named = await call('DELETE', `${path}/${running}`)
    expect([named.status, named.body.code, named.body.users.rows.map(({ id }) => id)]).toEqual([409, 'in_use', [gateway]])

    const once = await insertFirmware(server.db, [hardwareId], { name: hardwareId, first_installed_at: new Date() })
    expect(await call('DELETE', `${path}/${once}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: expect.stringMatching(/was installed before/) },
    })

    const fresh = await released()
    expect((await call('DELETE', `${path}/${fresh}`)).status).toBe(204)
    const { rows } = await server.db.query(sql`select 1 from gateway_firmware_pieces where firmware_id = ${fresh}`)
    expect(rows).toEqual([])
  })
})

describe('the gateways of a firmware', () => {
  it('are counted as installed, pending, or failed a day after it was assigned', async () => {
    const old = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.0.0' })
    const id = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.1.0' })
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
    const add = (columns: object) => insertGateway(server.db, { hardware_id: hardwareId, firmware_id: old, ...columns })
    await add({ firmware_id: id })
    await add({ firmware_id: id, target_firmware_id: id, target_firmware_at: hours(90) })
    const pending = [
      await add({ target_firmware_id: id, target_firmware_at: hours(23) }),
      await add({ target_firmware_id: id, target_firmware_at: hours(90), last_seen_at: hours(80) }),
      await add({ target_firmware_id: id, target_firmware_at: hours(90), last_seen_at: null, firmware_id: null }),
    ]
    const failed = await add({ target_firmware_id: id, target_firmware_at: hours(25) })
    expect(await read(id)).toMatchObject({ installedCount: 2, pendingCount: 3, failedCount: 1, everInstalled: true })
    const listed = async (query: string) => (await rowsOf(call, `/api/v1/gateways?${query}`)).map((row) => row.id).toSorted()
    expect(await listed(`firmwareId=${id}`)).toHaveLength(2)
    expect(await listed(`targetFirmwareId=${id}&firmwareUpdate=pending`)).toEqual(pending.toSorted())
    expect(await listed(`targetFirmwareId=${id}&firmwareUpdate=failed`)).toEqual([failed])
    expect((await call('GET', `/api/v1/gateways/${failed}`)).body.result).toMatchObject({ firmwareStatus: 'error' })
  })
})

describe('assigning a firmware', () => {
  interface Outcome {
    readonly result: {
      readonly assigned: readonly { id: string; name: string }[]
      readonly skipped: readonly { id: string; code: string; message: string }[]
    }
  }
  const firmware = (semver: string, columns: object = {}) =>
    insertFirmware(server.db, [hardwareId], { name: hardwareId, semver, ...columns })
  const gateway = (columns: object = {}) => insertGateway(server.db, { hardware_id: hardwareId, ...columns })
  const assign = (id: string, body: object) => call<Outcome>('POST', firmwarePaths.assign(id), { body })

  it('tells of each gateway whether it was, or why not', async () => {
    const target = await firmware('3.11.0', { min_from_version: '3.9.0' })
    const eol = await insertHardware(server.db, { status: 'eol' })
    await insertCompatible(server.db, target, eol)
    const later = await firmware('3.12.0')
    const recent = await firmware('3.10.0')
    const old = await firmware('3.8.9')
    const ids = {
      fresh: await gateway(),
      fit: await gateway({ firmware_id: recent }),
      already_installed: await gateway({ firmware_id: target }),
      already_assigned: await gateway({ firmware_id: recent, target_firmware_id: target }),
      not_compatible: await insertGateway(server.db, { hardware_id: await insertHardware(server.db) }),
      too_old: await gateway({ firmware_id: old }),
      downgrade: await gateway({ firmware_id: later }),
      end_of_life: await insertGateway(server.db, { hardware_id: eol }),
      not_found: '01890000-0000-7000-8000-000000000000',
    }
    const gatewayIds = Object.values(ids)

    const tried = await assign(target, { gatewayIds, dryRun: true })
    expect((await read(target))['pendingCount']).toBe(1)
    const { status, body } = await assign(target, { gatewayIds })
    expect(status).toBe(200)
    expect(body).toEqual(tried.body)
    const { fresh, fit, ...others } = ids
    expect(body.result.assigned.map(({ id }) => id).toSorted()).toEqual([fresh, fit].toSorted())
    expect(Object.fromEntries(body.result.skipped.map(({ code, id }) => [code, id]))).toEqual(others)

    const assigned = (await call('GET', `/api/v1/gateways/${fit}`)).body.result
    expect(assigned).toMatchObject({ targetFirmwareId: target, firmwareStatus: 'pending', firmwareUpdate: 'pending', version: 2 })
    const { rows } = await server.db.query(sql`select before, after from audit_entries where subject_id = ${fit}`)
    expect(rows).toEqual([{ before: { targetFirmwareId: null }, after: { targetFirmwareId: target, reason: null } }])

    const again = await assign(target, { gatewayIds, reason: 'Roll back 3.12.' })
    expect(again.body.result.assigned.map(({ id }) => id).toSorted()).toEqual([ids.downgrade, ids.end_of_life].toSorted())
  })

  it('takes the exact filter of the gateways’ list with its count', async () => {
    const target = await firmware('1.0.0')
    await gateway()
    await gateway()
    const filter = { hardwareId: [hardwareId] }
    const changed = await call('POST', firmwarePaths.assign(target), { body: { filter, expectedCount: 3 } })
    expect([changed.status, changed.body.code]).toEqual([409, 'count_changed'])
    expect((await assign(target, { filter, expectedCount: 2 })).body.result.assigned).toHaveLength(2)
    expect(
      (await call('POST', firmwarePaths.assign(target), { body: { filter: { colour: 'red' }, expectedCount: 2 } })).status,
    ).toBe(422)
    for (const body of [
      {},
      { gatewayIds: [] },
      { filter },
      { gatewayIds: [target], filter, expectedCount: 1 },
      { gatewayIds: ['x'] },
    ])
      expect((await call('POST', firmwarePaths.assign(target), { body })).status).toBe(422)
  })

  it.each(['draft', 'deprecated', 'revoked'])('is refused when it is %s', async (status) => {
    const target = await firmware('1.0.0', { status })
    const { status: code, body } = await call('POST', firmwarePaths.assign(target), { body: { gatewayIds: [await gateway()] } })
    expect([code, body.code]).toEqual([409, 'conflict'])
  })
})
