import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { callAt, oneServer } from '../../support/server/hooks'
import { insertFirmware, insertGateway, insertHardware } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)

const path = '/api/v1/gateway_firmwares'
const read = async (id: string) => (await call('GET', `/api/v1/gateways/${id}`)).body.result
const remove = (from: string, to?: string) => call('DELETE', `${path}/${from}${to === undefined ? '' : `?reassignTo=${to}`}`)

/** Creates a hardware, two versions of a firmware for it, and a gateway that has reported for two days without the first. */
async function setUp(columns: Readonly<Record<string, unknown>> = {}) {
  const hardware = await insertHardware(server.db)
  const firmware = (semver: string, more: Readonly<Record<string, unknown>> = {}) =>
    insertFirmware(server.db, [hardware], { name: hardware, semver, ...more })
  const [from, to] = [await firmware('1.0.0'), await firmware('1.1.0')]
  const assigned = { target_firmware_id: from, target_firmware_at: daysAgo(2), target_reported_at: daysAgo(2) }
  const waits = (more: Readonly<Record<string, unknown>> = {}) =>
    insertGateway(server.db, { hardware_id: hardware, ...assigned, ...more })
  return { hardware, firmware, from, to, waits, gateway: await waits(columns) }
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('deleting a gateway firmware that gateways wait for', () => {
  it('is refused with their names', async () => {
    const { from, gateway } = await setUp()
    const { status, body } = await remove(from)
    expect([status, body.code, body.message]).toEqual([409, 'in_use', 'This gateway firmware is used by 1 gateway'])
    expect(body.users).toMatchObject({ total: 1, rows: [{ id: gateway }] })
    expect(body.users).not.toHaveProperty('lasting')
  })

  it('assigns them another firmware instead', async () => {
    const { from, to, gateway } = await setUp()
    expect(await read(gateway)).toMatchObject({ firmwareUpdate: 'failed' })
    expect((await remove(from, to)).status).toBe(204)
    expect((await call('GET', `${path}/${from}`)).status).toBe(404)
    expect(await read(gateway)).toMatchObject({ targetFirmwareId: to, firmwareUpdate: 'pending', version: 2 })
    const { rows } = await server.db.query(sql`select before, after from audit_entries where subject_id = ${gateway}`)
    expect(rows).toEqual([{ before: { targetFirmwareId: from }, after: { targetFirmwareId: to } }])
  })

  it('assigns nothing to gateways that run the other firmware already', async () => {
    const { from, to, waits } = await setUp()
    const runs = await waits({ firmware_id: to })
    expect((await remove(from, to)).status).toBe(204)
    expect(await read(runs)).toMatchObject({ targetFirmwareId: to, firmwareUpdate: 'none' })
  })

  it.each(['draft', 'deprecated', 'revoked'])('is refused when the other is %s', async (status) => {
    const { from, firmware, gateway } = await setUp()
    const { body, ...answer } = await remove(from, await firmware('1.2.0', { status }))
    expect([answer.status, body.code]).toEqual([409, 'conflict'])
    expect(body.message).toMatch(new RegExp(`1\\.2\\.0 is ${status}: only a released firmware can be assigned`))
    expect(await read(gateway)).toMatchObject({ targetFirmwareId: from, version: 1 })
  })

  it('is refused when the other does not support their hardware, with the first name and the number of others', async () => {
    const { from, waits, gateway } = await setUp({ name: 'Attic of many' })
    await waits({ name: 'Barn of many' })
    const to = await insertFirmware(server.db, [await insertHardware(server.db)], { name: 'Other OS', semver: '1.0.0' })
    const { status, body } = await remove(from, to)
    expect([status, Object.keys(body.fields)]).toEqual([422, ['reassignTo']])
    expect(body.message).toMatch(
      /^Other OS 1\.0\.0 cannot be assigned to Attic of many and 1 more\. Other OS 1\.0\.0 is not made for Fernwerk Hub/,
    )
    expect(await read(gateway)).toMatchObject({ targetFirmwareId: from, version: 1 })
  })

  it.each([
    ['older than what runs', '1.5.0', {}, /It runs 1\.5\.0, which is later: a downgrade needs a reason$/],
    ['not for what runs', '0.9.0', { min_from_version: '1.0.0' }, /It runs 0\.9\.0, and .* updates from 1\.0\.0 or later$/],
  ])('is refused when the other is %s', async (_what, running, more, sentence) => {
    const { firmware, waits } = await setUp()
    const reported = await firmware(running)
    const from = await firmware('3.0.0')
    const gateway = await waits({ firmware_id: reported, target_firmware_id: from })
    const { status, body } = await remove(from, await firmware('1.2.0', more))
    expect([status, body.message]).toEqual([422, expect.stringMatching(sentence)])
    expect(await read(gateway)).toMatchObject({ targetFirmwareId: from, version: 1 })
  })

  it('is refused, whichever firmware takes over, when a gateway runs it, or ever ran it', async () => {
    const { hardware, from, to, firmware } = await setUp()
    await insertGateway(server.db, { hardware_id: hardware, firmware_id: from })
    const runs = await remove(from, to)
    expect([runs.status, runs.body.message]).toEqual([409, 'This gateway firmware cannot be deleted: 1 gateway runs it'])
    expect(runs.body.users).toMatchObject({ total: 1, lasting: true })
    const installedOnce = await remove(await firmware('2.0.0', { first_installed_at: new Date() }), to)
    expect([installedOnce.status, installedOnce.body.message]).toEqual([409, expect.stringMatching(/was installed before/)])
  })
})

describe('deleting many gateway firmwares', () => {
  it('reassigns those that are only assigned, and reports those that ran', async () => {
    const { hardware, firmware, from, to, gateway } = await setUp()
    const ran = await firmware('0.5.0', { first_installed_at: new Date() })
    const runs = await firmware('0.6.0')
    await insertGateway(server.db, { hardware_id: hardware, firmware_id: runs })
    const ids = [from, ran, runs]
    const preview = await call('POST', `${path}/bulk_delete/preview`, { body: { ids } })
    expect(preview.body.result).toMatchObject({ total: 3, used: 3, undeletable: 2 })

    const { body } = await call('POST', `${path}/bulk_delete`, { body: { ids, reassignTo: to } })

    expect(body.result).toMatchObject({
      done: 1,
      failed: [
        { id: ran, code: 'in_use', message: expect.stringMatching(/was installed before/) },
        { id: runs, code: 'in_use', message: 'This gateway firmware cannot be deleted: 1 gateway runs it' },
      ],
    })
    expect(await read(gateway)).toMatchObject({ targetFirmwareId: to })
  })
})
