import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { rowsOf } from '../../support/server/calls'
import { firmwaresAt } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import { gatewayAt } from '../../support/rows/rollouts'
import { insertCompatible, insertFirmware, insertGateway, insertHardware, ruleDraft } from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { read } = firmwaresAt(server, call)
let hardwareId: string
beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
})

describe('the gateways of a firmware', () => {
  it('are counted as installed, pending, or failed when they reported for a day without it', async () => {
    const old = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.0.0' })
    const id = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.1.0' })
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
    const add = (columns: object) => insertGateway(server.db, { hardware_id: hardwareId, firmware_id: old, ...columns })
    await add({ firmware_id: id })
    await add({ firmware_id: id, target_firmware_id: id, target_firmware_at: hours(90) })
    const pending = [
      await add({ target_firmware_id: id, target_firmware_at: hours(23) }),
      await add({ target_firmware_id: id, target_firmware_at: hours(90), target_reported_at: hours(23) }),
      // Its first report was one since an earlier assignment.
      await add({ target_firmware_id: id, target_firmware_at: hours(30), target_reported_at: hours(60) }),
      await add({ target_firmware_id: id, target_firmware_at: hours(90), last_seen_at: null, firmware_id: null }),
    ]
    const failed = await add({ target_firmware_id: id, target_firmware_at: hours(90), target_reported_at: hours(25) })
    expect(await read(id)).toMatchObject({ installedCount: 2, pendingCount: 4, failedCount: 1, everInstalled: true })
    const listed = async (query: string) => (await rowsOf(call, `/api/v1/gateways?${query}`)).map((row) => row.id).toSorted()
    expect(await listed(`firmwareId=${id}`)).toHaveLength(2)
    expect(await listed(`targetFirmwareId=${id}&firmwareUpdate=pending`)).toEqual(pending.toSorted())
    expect(await listed(`targetFirmwareId=${id}&firmwareUpdate=failed`)).toEqual([failed])
    expect((await call('GET', `/api/v1/gateways/${failed}`)).body.result).toMatchObject({ firmwareStatus: 'error' })
  })

  it('have a day from their first report: one that was offline for a week is pending at first', async () => {
    const old = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.0.0' })
    const id = await insertFirmware(server.db, [hardwareId], { name: hardwareId, semver: '1.1.0' })
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const away = { target_firmware_id: id, target_firmware_at: days(7), last_seen_at: days(8) }
    const gateway = await insertGateway(server.db, { hardware_id: hardwareId, firmware_id: old, ...away })
    await call('POST', '/api/v1/alert_rules/register', {
      body: ruleDraft({ kind: 'firmware_failed', gatewayIds: [gateway] }),
    })
    const { post } = await gatewayAt(server, call, gateway)
    const shown = async () => {
      await server.db.query(sql`update alert_rules set judged_at = null`)
      await judgeAlerts(server.db)
      const { pendingCount, failedCount } = await read(id)
      return {
        page: (await call('GET', `/api/v1/gateways/${gateway}`)).body.result['firmwareUpdate'],
        counts: { pendingCount, failedCount },
        listed: (await rowsOf(call, `/api/v1/gateways?targetFirmwareId=${id}&firmwareUpdate=failed`)).length,
        alerts: (await rowsOf(call, `/api/v1/alerts?gatewayId=${gateway}`)).length,
      }
    }
    const pending = { page: 'pending', counts: { pendingCount: 1, failedCount: 0 }, listed: 0, alerts: 0 }
    await post('1.0.0')
    expect(await shown()).toEqual(pending)

    await server.db.query(
      sql`update gateways set target_reported_at = target_reported_at - interval '25 hours' where id = ${gateway}`,
    )
    await post('1.0.0')
    expect(await shown()).toEqual({ page: 'failed', counts: { pendingCount: 0, failedCount: 1 }, listed: 1, alerts: 1 })

    // Assigned again, it has another day.
    await call('POST', firmwarePaths.assign(id), { body: { gatewayIds: [gateway] } })
    await post('1.0.0')
    expect(await shown()).toEqual({ ...pending, alerts: 1 })
  })
})

describe('assigning a firmware', () => {
  interface Outcome {
    readonly result: {
      readonly assigned: readonly { id: string; name: string }[]
      readonly skipped: readonly { id: string; code: string; message: string }[]
      readonly changed: readonly { id: string; version: number; before: { targetFirmwareId: string | null } }[]
    }
  }
  const firmware = (semver: string, columns: object = {}) =>
    insertFirmware(server.db, [hardwareId], { name: hardwareId, semver, ...columns })
  const gateway = (columns: object = {}) => insertGateway(server.db, { hardware_id: hardwareId, ...columns })
  const assign = (id: string, body: object) => call<Outcome>('POST', firmwarePaths.assign(id), { body })

  it('reports for each gateway whether it was assigned, or why not', async () => {
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
    const { changed } = body.result
    expect({ ...body.result, changed: [] }).toEqual(tried.body.result)
    const { fresh, fit, ...others } = ids
    expect(body.result.assigned.map(({ id }) => id).toSorted()).toEqual([fresh, fit].toSorted())
    expect(Object.fromEntries(body.result.skipped.map(({ code, id }) => [code, id]))).toEqual(others)

    const assigned = (await call('GET', `/api/v1/gateways/${fit}`)).body.result
    expect(assigned).toMatchObject({ targetFirmwareId: target, firmwareStatus: 'pending', firmwareUpdate: 'pending', version: 2 })
    const { rows } = await server.db.query(sql`select before, after from audit_entries where subject_id = ${fit}`)
    expect(rows).toEqual([{ before: { targetFirmwareId: null }, after: { targetFirmwareId: target, reason: null } }])

    const before = { targetFirmwareId: null }
    expect(new Set(changed)).toEqual(new Set([fresh, fit].map((id) => ({ id, version: 2, before }))))

    const again = await assign(target, { gatewayIds, reason: 'Roll back 3.12.' })
    expect(again.body.result.assigned.map(({ id }) => id).toSorted()).toEqual([ids.downgrade, ids.end_of_life].toSorted())
  })

  it('compares a reported version that is not registered', async () => {
    const target = await firmware('3.11.0', { min_from_version: '3.9.0' })
    const gatewayIds = [await gateway({ reported_version: '3.8.9' }), await gateway({ reported_version: 'nightly' })]
    const { assigned, skipped } = (await assign(target, { gatewayIds })).body.result
    expect(assigned.map(({ id }) => id)).toEqual([gatewayIds[1]])
    expect(skipped).toMatchObject([{ id: gatewayIds[0], code: 'too_old', message: expect.stringContaining('It runs 3.8.9') }])
  })

  it('is undone by the changes of its answer', async () => {
    const [former, target] = [await firmware('1.0.0'), await firmware('2.0.0')]
    const [fresh, waiting] = [await gateway(), await gateway({ target_firmware_id: former })]
    const { changed } = (await assign(target, { gatewayIds: [fresh, waiting] })).body.result
    const changes = changed.map(({ id, version, before }) => ({ id, version, set: before }))
    const undone = await call('POST', '/api/v1/gateways/bulk_update', { body: { changes } })
    expect(undone.body.result).toMatchObject({ done: 2, failed: [] })
    expect((await call('GET', `/api/v1/gateways/${fresh}`)).body.result).toMatchObject({ targetFirmwareId: null })
    expect((await call('GET', `/api/v1/gateways/${waiting}`)).body.result).toMatchObject({ targetFirmwareId: former })
  })

  it('assigns it again after a failure', async () => {
    const target = await firmware('1.0.0')
    const at = new Date(Date.now() - 60_000)
    const failed = {
      target_firmware_id: target,
      target_firmware_at: at,
      told_step: 'failed',
      told_note: 'No space left',
      told_at: at,
    }
    const id = await gateway(failed)
    expect((await call('GET', `/api/v1/gateways/${id}`)).body.result).toMatchObject({ firmwareUpdate: 'failed' })
    expect((await assign(target, { gatewayIds: [id] })).body.result).toMatchObject({ assigned: [{ id }], skipped: [] })
    expect((await call('GET', `/api/v1/gateways/${id}`)).body.result).toMatchObject({
      firmwareUpdate: 'pending',
      updateStep: null,
    })
    expect((await assign(target, { gatewayIds: [id] })).body.result.skipped).toMatchObject([{ id, code: 'already_assigned' }])
  })

  it('accepts the exact filter of the gateways’ list with its count', async () => {
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
