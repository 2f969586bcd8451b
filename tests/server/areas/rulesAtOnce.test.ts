import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { BulkUpdateOutcome } from '../../../src/contract/bulk'
import { firmwaresAt } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import {
  firmwareDraft,
  gatewayDraft,
  insert,
  insertFirmware,
  insertGateway,
  insertHardware,
  ruleDraft,
  unique,
} from '../../support/rows/rows'

const server = oneServer()
const call = callAt(server)
const { move } = firmwaresAt(server, call)

/** Returns the ids of the audit log's entries, in the order of their creation. */
async function entriesOf(subjectIds: readonly string[], action: string): Promise<number[]> {
  const { rows } = await server.db.query<{ id: number }>(sql`
    select id from audit_entries where subject_id = any(${subjectIds}::text[]) and action = ${action} order by id`)
  return rows.map(({ id }) => id)
}

describe('a hardware that reaches its end of life while gateways are made', () => {
  it('accepts no more gateways', async () => {
    for (let round = 0; round < 5; round += 1) {
      const hardware = await insertHardware(server.db)
      const making = () => call('POST', '/api/v1/gateways/register', { body: gatewayDraft(hardware) })
      const ending = () => call('PUT', `/api/v1/gateway_hardwares/${hardware}`, { body: { status: 'eol' } })
      const first = await making()
      const [ended, ...together] = await Promise.all([ending(), ...Array.from({ length: 6 }, making)])
      const last = await making()
      expect([first.status, ended?.status, last.status]).toEqual([201, 200, 422])
      const made = [first, ...together, last]
      const there = made.filter(({ status }) => status === 201).map(({ body }) => body.result.id)
      expect(made.filter(({ status }) => status === 422)).toHaveLength(made.length - there.length)
      const [end = 0] = await entriesOf([hardware], 'updated')
      const entries = await entriesOf(there, 'created')
      expect(entries).toHaveLength(there.length)
      expect(Math.max(...entries)).toBeLessThan(end)
    }
  })
})

describe('a hardware that is given up while a firmware for it is released', () => {
  it('either stays, or is replaced before the release, after which the firmware is immutable', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [from, to] = [await insertHardware(server.db), await insertHardware(server.db)]
      const file = { file_name: 'image.bin', size_bytes: 4, sha256: 'ab'.repeat(32) }
      const firmware = await insertFirmware(server.db, [from], { status: 'draft', ...file })
      const [removed, released] = await Promise.all([
        call('DELETE', `/api/v1/gateway_hardwares/${from}?reassignTo=${to}`),
        move(firmware, 'released'),
      ])
      expect(released.status).toBe(200)
      expect([204, 409]).toContain(removed.status)
      const [changed] = await entriesOf([firmware], 'updated')
      const [release] = await entriesOf([firmware], 'released')
      // A call that failed has no entry, so there is no order to check.
      expect(changed ?? -Infinity).toBeLessThan(release ?? Infinity)
      const { body } = await call('GET', `/api/v1/gateway_firmwares/${firmware}`)
      expect(body.result['hardwareIds']).toEqual([removed.status === 204 ? to : from])
    }
  })
})

describe('a firmware that is made for a hardware while that is deleted', () => {
  it('either keeps the hardware, or is refused on its field', async () => {
    for (let round = 0; round < 6; round += 1) {
      const hardware = await insertHardware(server.db)
      const [removed, made] = await Promise.all([
        call('DELETE', `/api/v1/gateway_hardwares/${hardware}`),
        call('POST', '/api/v1/gateway_firmwares/register', { body: firmwareDraft([hardware]) }),
      ])
      const refused = [204, 422, { hardwareIds: 'One of these hardwares does not exist' }]
      expect([refused, [409, 201, undefined]]).toContainEqual([removed.status, made.status, made.body.fields])
    }
  })
})

describe('a channel that is deleted while rules begin to use it', () => {
  it('either stays because a rule uses it, or the rules are refused on its field', async () => {
    for (let round = 0; round < 6; round += 1) {
      const mail = { name: `Channel ${unique()}`, kind: 'mail', recipients: ['ada@example.com'] }
      const channel = await insert(server.db, 'notification_channels', mail)
      const making = () => call('POST', '/api/v1/alert_rules/register', { body: ruleDraft({ channelIds: [channel] }) })
      const [removed, ...made] = await Promise.all([
        call('DELETE', `/api/v1/notification_channels/${channel}`),
        ...Array.from({ length: 4 }, making),
      ])
      const refused = made.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.fields])
      const missing = { channelIds: 'One of these notification channels does not exist' }
      expect(refused).toEqual(refused.map(() => [422, missing]))
      expect(removed?.status).toBe(made.some(({ status }) => status === 201) ? 409 : 204)
    }
  })
})

describe('gateways that are given another hardware together', () => {
  it('keep their hardware where their assigned firmware is not made for the new one, and each answer says so', async () => {
    const [own, other] = [await insertHardware(server.db), await insertHardware(server.db)]
    const [narrow, wide] = [await insertFirmware(server.db, [own]), await insertFirmware(server.db, [own, other])]
    const waiting = (target: string | null) => insertGateway(server.db, { hardware_id: own, target_firmware_id: target })
    const [stays, goes, free] = [await waiting(narrow), await waiting(wide), await waiting(null)]
    const body = { ids: [stays, goes, free], set: { hardwareId: other } }
    const answer = await call<{ result: BulkUpdateOutcome }>('POST', '/api/v1/gateways/bulk_update', { body })
    expect(answer.body.result).toMatchObject({ done: 2, failed: [{ id: stays, code: 'invalid' }] })
    expect(answer.body.result.failed[0]?.message).toMatch(/is not made for this hardware$/)
    const { rows } = await server.db.query(sql`
      select id from gateways where hardware_id = ${own} and id = any(${body.ids}::uuid[])`)
    expect(rows).toEqual([{ id: stays }])
  })
})
