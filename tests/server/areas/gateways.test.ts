import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BulkUpdateOutcome } from '../../../src/contract/bulk'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  ago,
  gatewayDraft,
  insertFirmware,
  insertGateway,
  insertHardware,
  insertSensor,
  sensorDraft,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
let hardwareId: string

beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
})

const read = async (id: string) => (await call('GET', `/api/v1/gateways/${id}`)).body.result
const firmwareSet = async (version: string, columns: object = {}) =>
  insertFirmware(server.db, [hardwareId], { semver: version, name: hardwareId, ...columns })

describe('the state of a gateway', () => {
  it.each([
    [null, 'never_seen'],
    [0, 'online'],
    [110, 'online'],
    [130, 'offline'],
    [-30, 'online'],
  ])('is, when it was seen %s s ago and reports every 60 s, %s', async (seconds, state) => {
    const id = await insertGateway(server.db, {
      hardware_id: hardwareId,
      reporting_interval_s: 60,
      last_seen_at: seconds === null ? null : ago(seconds),
    })
    expect((await read(id))['state']).toBe(state)
  })
})

describe('the firmware status of a gateway', () => {
  it('is unknown when no firmware was reported', async () => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId, target_firmware_id: await firmwareSet('1.0.0') })
    expect(await read(id)).toMatchObject({ firmwareStatus: 'unknown', firmwareName: null })
  })

  it('is in_sync until a later release for its hardware and channel exists', async () => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId, firmware_id: await firmwareSet('3.9.0') })
    await firmwareSet('3.10.0', { channel: 'beta' })
    await firmwareSet('3.11.0', { status: 'draft' })
    await firmwareSet('3.9.0-rc.10')
    await insertFirmware(server.db, [await insertHardware(server.db)], { semver: '9.0.0' })
    expect((await read(id))['firmwareStatus']).toBe('in_sync')

    await firmwareSet('3.11.1')
    expect((await read(id))['firmwareStatus']).toBe('update_available')
  })

  it('is pending when another firmware is assigned, and error when the reported one is revoked', async () => {
    const running = await firmwareSet('1.0.0')
    const id = await insertGateway(server.db, {
      hardware_id: hardwareId,
      firmware_id: running,
      target_firmware_id: await firmwareSet('1.1.0'),
    })
    expect((await read(id))['firmwareStatus']).toBe('pending')

    await server.db.query(sql`update gateway_firmwares set status = 'revoked' where id = ${running}`)
    expect((await read(id))['firmwareStatus']).toBe('error')
  })
})

describe('the hardware of a gateway', () => {
  it('is refused at its end of life, but a gateway that has it may be saved', async () => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId })
    await server.db.query(sql`update gateway_hardwares set status = 'eol' where id = ${hardwareId}`)

    const created = await call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardwareId) })
    expect(created).toMatchObject({ status: 422, body: { fields: { hardwareId: expect.stringMatching(/end of life/) } } })
    expect((await call('PUT', `/api/v1/gateways/${id}`, { body: { tags: ['kept'] } })).status).toBe(200)
  })
})

describe('the assigned firmware of a gateway', () => {
  const assign = async (target: string, columns: object = {}) => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId, ...columns })
    return call('PUT', `/api/v1/gateways/${id}`, { body: { targetFirmwareId: target } })
  }

  it.each(['draft', 'deprecated', 'revoked'])('is refused when it is %s', async (status) => {
    const { status: code, body } = await assign(await firmwareSet('2.0.0', { status }))
    expect([code, body.fields['targetFirmwareId']]).toEqual([422, expect.stringContaining(`is ${status}`)])
  })

  it('is refused when it is not made for the hardware', async () => {
    const foreign = await insertFirmware(server.db, [await insertHardware(server.db)])
    expect((await assign(foreign)).body.fields).toEqual({
      targetFirmwareId: expect.stringContaining('not made for this hardware'),
    })
  })

  it('is refused when the reported one is too old for it', async () => {
    const target = await firmwareSet('3.11.0', { min_from_version: '3.10.0' })

    const refused = await assign(target, { firmware_id: await firmwareSet('3.9.0') })
    expect(refused.body.fields).toEqual({ targetFirmwareId: expect.stringContaining('updates from 3.10.0 or later') })
    expect((await assign(target, { reported_version: '3.10.0-rc.1' })).body.fields).toEqual(refused.body.fields)
    expect((await assign(target, { firmware_id: await firmwareSet('3.10.0') })).status).toBe(200)
    for (const reported_version of ['3.10.1', 'factory build'])
      expect((await assign(target, { reported_version })).status).toBe(200)
    expect((await assign(target)).status).toBe(200)
  })

  it('is refused for hardware at its end of life, unless the gateway has or runs it already', async () => {
    const [target, running] = [await firmwareSet('4.0.0'), await firmwareSet('3.0.0')]
    await server.db.query(sql`update gateway_hardwares set status = 'eol' where id = ${hardwareId}`)
    const refused = await assign(target, { firmware_id: running })
    const sentence = /is at its end of life: assign .* 4\.0\.0 on the firmware’s page, with a reason$/
    expect([refused.status, refused.body.fields]).toEqual([422, { targetFirmwareId: expect.stringMatching(sentence) }])

    expect((await assign(target, { target_firmware_id: target })).status).toBe(200)
    expect((await assign(running, { firmware_id: running, target_firmware_id: target })).status).toBe(200)
  })

  it('is, when it is put back on hardware at its end of life, refused with the reason', async () => {
    const target = await firmwareSet('4.0.0')
    const id = await insertGateway(server.db, { hardware_id: hardwareId })
    await server.db.query(sql`update gateway_hardwares set status = 'eol' where id = ${hardwareId}`)
    const { body } = await call<{ result: BulkUpdateOutcome }>('POST', '/api/v1/gateways/bulk_update', {
      body: { changes: [{ id, version: 1, set: { targetFirmwareId: target } }] },
    })
    const message = expect.stringMatching(/is at its end of life: assign /) as string
    expect(body.result).toMatchObject({ done: 0, failed: [{ id, code: 'invalid', message }] })
  })

  it('stays when the firmware is withdrawn later and another field is saved', async () => {
    const target = await firmwareSet('4.0.0')
    const { body } = await assign(target)
    await server.db.query(sql`update gateway_firmwares set status = 'deprecated' where id = ${target}`)

    expect((await call('PUT', `/api/v1/gateways/${body.result.id}`, { body: { tags: [] } })).status).toBe(200)
  })
})

describe('gateways that receive readings of sensors that nobody has registered', () => {
  it('are found by the filter until the last such sensor is registered', async () => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId })
    await insertGateway(server.db, { hardware_id: hardwareId })
    const euis = ['A84041FFFFC0FFEE', 'A84041FFFF00012C']
    const hear = () =>
      server.db.query(sql`
        insert into unknown_sensors (gateway_id, eui) select ${id}, unnest(${euis}::text[]) on conflict do nothing`)
    const found = async (value: string) => {
      const { body } = await call<{ result: { id: string }[] }>(
        'GET',
        `/api/v1/gateways?hardwareId=${hardwareId}&hearsUnknown=${value}`,
      )
      return [body.result.length, body.result.some((row) => row.id === id)]
    }
    await hear()
    for (const eui of euis) {
      expect([await found('true'), await found('false')]).toEqual([
        [1, true],
        [1, false],
      ])
      expect((await call('POST', '/api/v1/sensors/register', { body: sensorDraft({ eui }) })).status).toBe(201)
      // A batch that was under way meanwhile reports the sensor once more.
      await hear()
    }
    expect([await found('true'), await found('false'), await found('true&hearsUnknown=false')]).toEqual([
      [0, false],
      [2, true],
      [2, true],
    ])
  })
})

describe('a deleted gateway', () => {
  it('detaches its sensors, which keep their datapoints and get a new version and an audit entry', async () => {
    const id = await insertGateway(server.db, { hardware_id: hardwareId })
    const sensor = await insertSensor(server.db, { gateway_id: id })
    await server.db.query(sql`
      insert into datapoints (sensor_id, metric, measured_at, value) values (${sensor}, 'soil_moisture', now(), 31)`)
    expect((await read(id))['sensorsCount']).toBe(1)

    expect((await call('DELETE', `/api/v1/gateways/${id}`)).status).toBe(204)

    const left = (await call('GET', `/api/v1/sensors/${sensor}`)).body.result
    expect(left).toMatchObject({ gatewayId: null, gatewayName: null, version: 2 })
    const { rows } = await server.db.query(sql`
      select (select count(*) from datapoints where sensor_id = ${sensor}) as datapoints,
        (select after from audit_entries where subject_id = ${sensor}) as after`)
    expect(rows).toEqual([{ datapoints: 1, after: { gatewayId: null } }])
  })
})
