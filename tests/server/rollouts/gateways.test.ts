import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { assignedFirmwarePaths, firmwarePaths } from '../../../src/contract/firmwareCalls'
import { rangeOf } from '../../../src/server/areas/gatewayFirmwareDownload'
import { emptiedServer } from '../../support/server/hooks'
import { gatewayAt, storeImage, rolloutsAt } from '../../support/rows/rollouts'
import { insertFirmware } from '../../support/rows/rows'

const server = emptiedServer()
const { call, begin, advance, gateways, move, fail, fleet } = rolloutsAt(server)
/** More than one of the pieces in which the database stores an image. */
const SIZE = 1_200_000

async function assigned() {
  const image = await storeImage(server, fleet().target, SIZE)
  const { id } = await begin({ canaryCount: 2 })
  const [one, other] = await gateways(id, '&state=assigned')
  const gateway = await gatewayAt(server, call, one?.gatewayId ?? '')
  return { image, id, gatewayId: one?.gatewayId ?? '', otherId: other?.gatewayId ?? '', gateway }
}

describe('a gateway', () => {
  it('gets its firmware in the answer to its batch, fetches it, and reports it', async () => {
    const { image, id, gateway } = await assigned()
    const sha256 = createHash('sha256').update(image).digest('hex')
    const { firmware } = await gateway.post('3.9.0')
    expect(firmware).toEqual({ version: '3.11.0', sha256, sizeBytes: SIZE, path: assignedFirmwarePaths.file })
    const response = await gateway.fetchFile()
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBe(`"${sha256}"`)
    expect(Buffer.from(await response.arrayBuffer()).equals(image)).toBe(true)
    for (const step of ['downloading', 'verifying', 'installing', 'installed'])
      expect((await gateway.tell(step)).status).toBe(204)
    expect(await gateways(id, '&state=assigned&sort=name')).toMatchObject([{}, {}])
    expect((await gateways(id)).map(({ step }) => step)).toContain('installed')
    expect((await gateway.post('3.11.0')).firmware).toBeNull()
    expect(await advance(id)).toMatchObject({ succeededCount: 1 })
    expect((await gateway.fetchFile()).status).toBe(404)
  })

  it('is found by its name in every order', async () => {
    const { id, gatewayId } = await assigned()
    const { name = '' } = (await gateways(id)).find((row) => row.gatewayId === gatewayId) ?? {}
    for (const order of ['name', 'state', 'groupNumber'])
      expect(await gateways(id, `&q=${encodeURIComponent(name)}&sort=${order}`)).toMatchObject([{ gatewayId }])
  })

  it('is shown with its reported version when no released firmware has it', async () => {
    const { id, gatewayId, gateway } = await assigned()
    await gateway.post('9.9.9')
    expect((await gateways(id)).find((row) => row.gatewayId === gatewayId)).toMatchObject({ firmwareName: '9.9.9' })
  })

  it('fetches a file by ranges, and resumes after an interruption', async () => {
    const { image, gateway } = await assigned()
    const etag = (await gateway.fetchFile({ range: 'bytes=0-0' })).headers.get('etag') ?? ''
    const parts: Buffer[] = []
    for (let from = 0; from < SIZE; from += 500_000) {
      const response = await gateway.fetchFile({ range: `bytes=${from}-${from + 499_999}`, 'if-range': etag })
      const to = Math.min(from + 499_999, SIZE - 1)
      expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${SIZE}`])
      parts.push(Buffer.from(await response.arrayBuffer()))
    }
    expect(Buffer.concat(parts).equals(image)).toBe(true)
    const rest = await gateway.fetchFile({ range: 'bytes=1199990-' })
    expect(Buffer.from(await rest.arrayBuffer()).equals(image.subarray(1_199_990))).toBe(true)
    const beyond = await gateway.fetchFile({ range: `bytes=${SIZE}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`])
    const other = await gateway.fetchFile({ range: 'bytes=5-', 'if-range': '"another"' })
    expect([other.status, Number(other.headers.get('content-length'))]).toEqual([200, SIZE])
    expect((await gateway.fetchFile({ 'if-none-match': etag })).status).toBe(304)
  })

  it('reports a failure with its reason, and is not offered the firmware again', async () => {
    const { id, gatewayId, gateway } = await assigned()
    expect((await gateway.tell('failed')).status).toBe(422)
    expect((await gateway.tell('failed', 'Flash is worn out')).status).toBe(204)
    expect((await gateway.post('3.9.0')).firmware).toBeNull()
    const { body } = await call('GET', `/api/v1/gateways/${gatewayId}`)
    expect(body.result).toMatchObject({
      firmwareUpdate: 'failed',
      firmwareStatus: 'error',
      updateStep: 'failed',
      updateNote: 'Flash is worn out',
    })
    expect((await call('GET', '/api/v1/gateways?firmwareUpdate=failed')).body.meta.total).toBe(1)
    expect((await call('GET', `/api/v1/gateway_firmwares/${fleet().target}`)).body.result).toMatchObject({ failedCount: 1 })
    await advance(id)
    expect(await gateways(id, '&state=failed')).toMatchObject([{ code: 'reported', note: 'Flash is worn out' }])
  })

  it('is still offered its firmware after a late report about the one before', async () => {
    const { gatewayId, gateway } = await assigned()
    expect(await gateway.tell('failed', 'Flash is worn out', '3.10.0')).toMatchObject({
      status: 409,
      body: { message: 'This gateway is not assigned firmware 3.10.0' },
    })
    expect((await gateway.post('3.9.0')).firmware).toMatchObject({ version: '3.11.0' })
    expect((await gateway.tell('failed', 'Flash is worn out', '3.11.0')).status).toBe(204)
    const { body } = await call('GET', `/api/v1/gateways/${gatewayId}`)
    expect(body.result).toMatchObject({ updateStep: 'failed' })
  })

  it('gets no file without its key, with a session, or without an assigned firmware', async () => {
    const { id, gateway } = await assigned()
    expect((await server.fetch(assignedFirmwarePaths.file)).status).toBe(401)
    expect((await call('GET', assignedFirmwarePaths.file)).status).toBe(401)
    await move(id, 'stop')
    expect((await gateway.fetchFile()).status).toBe(404)
    expect((await gateway.tell('installed')).status).toBe(409)
  })

  it('keeps a firmware that it has begun to fetch when the rollout is stopped; others lose it', async () => {
    const { id, gatewayId, otherId, gateway } = await assigned()
    await gateway.fetchFile({ range: 'bytes=0-9' })
    await move(id, 'stop')
    const { rows } = await server.db.query<{ id: string }>(sql`select id from gateways where target_firmware_id is not null`)
    expect(rows).toEqual([{ id: gatewayId }])
    expect((await gateways(id)).find((row) => row.gatewayId === otherId)).toMatchObject({ code: 'taken_back' })
    expect((await gateway.fetchFile({ range: 'bytes=10-' })).status).toBe(206)
  })

  it('is assigned what it was assigned before when the rollout is stopped, unless that had failed or was revoked since', async () => {
    const {
      hub,
      gateways: [first = '', second = '', third = '', failed = ''],
    } = fleet()
    const released = await insertFirmware(server.db, [hub], { semver: '3.10.0' })
    const revoked = await insertFirmware(server.db, [hub], { semver: '3.10.1' })
    const assign = (firmwareId: string, gatewayId: string) =>
      call('POST', firmwarePaths.assign(firmwareId), { body: { gatewayIds: [gatewayId] } })
    await assign(released, first)
    await assign(revoked, second)
    await assign(released, failed)
    await fail([failed])
    const { id } = await begin({ canaryCount: null })
    await server.db.query(sql`update gateway_firmwares set status = 'revoked' where id = ${revoked}`)
    await move(id, 'stop')
    const targetOf = async (gateway: string) => (await call('GET', `/api/v1/gateways/${gateway}`)).body.result['targetFirmwareId']
    const targets = await Promise.all([first, second, third, failed].map(targetOf))
    expect(targets).toEqual([released, null, null, null])
    const log = await call('GET', `/api/v1/activity?area=Gateway&rowId=${first}`)
    expect(log.body.result[0]).toMatchObject({ changes: [{ to: expect.stringContaining('3.10.0') }] })
  })
})

describe('rangeOf', () => {
  it('parses one range, and treats an invalid one as the whole file', () => {
    expect(rangeOf('bytes=-10', 100)).toEqual({ from: 90, to: 99 })
    expect(rangeOf('bytes=-1000', 100)).toEqual({ from: 0, to: 99 })
    expect(rangeOf('bytes=-0', 100)).toBe('none')
    for (const header of [undefined, 'bytes=0-1,5-6', 'bytes=9-3', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
      expect(rangeOf(header, 100)).toBe('all')
  })
})
