import sql, { type Sql } from 'sql-template-tag'
import { sensors } from '../../contract/sensors'
import type { AreaHooks } from '../crud/hooks'
import { countReferring, oneOfThese } from '../crud/list'
import { byReferred, byReferring, byValue } from '../crud/order'
import { moveReferences } from '../crud/references'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { notifyOfReadings } from '../events/readings'
import { invalid } from '../http/problems'
import { sensorsBehind, stateOf } from '../telemetry/deviceState'
import { isDowngrade, isInstalled, isMadeFor, runsTooOld, updateOf } from './assignability'
import { unassign } from './gatewayTargets'

const states = stateOf('v.online_until')
// The first condition limits the rows: few gateways are assigned a firmware.
const updating = (how: string) => sql`(v.target_firmware_id is not null and ${updateOf('v')} = ${how})`
const revoked = sql`v.firmware_id in (select id from gateway_firmwares where status = 'revoked')`
const nothing = sql`(v.target_firmware_id is null or v.target_firmware_id = v.firmware_id)`
const settled = sql`v.firmware_id is not null and ${nothing} and v.reported_status <> 'revoked'`

/** Adds the reported firmware and the newest one available, each looked up once for all gateways that share it. */
const withFirmware = (source: Sql) => sql`(
  select v.*, reported.status as reported_status, reported.semver_key as reported_key, newest.semver_key as newest_key
  from ${source} v
  left join lateral (select status, semver_key from gateway_firmwares where id = v.firmware_id limit 1) reported on true
  cross join lateral (
    select coalesce(max(semver_key), '') collate "C" as semver_key from gateway_firmware_hardwares
    where hardware_id = v.hardware_id and channel = v.update_channel and status = 'released'
  ) newest
)`
const comparing = ['update_available', 'in_sync']

const hearing = sql`exists (select from unknown_sensors where gateway_id = v.id)`
// Equals the view's `hears_unknown`. `offset 0` makes the planner check each gateway's sensors until one is not registered: it cannot
// estimate how many are not, and a join could compare each gateway with all of them.
const unregistered = sql`exists (
  select from unknown_sensors u
  where u.gateway_id = v.id and not exists (select from sensors s where s.eui = u.eui offset 0) offset 0
)`

/** Gateways: checks their hardware and firmware; detaches their sensors on deletion. */
export const gatewayHooks: AreaHooks = {
  orders: {
    state: byValue(states),
    hardwareName: byReferred('hardware_id', 'gateway_hardwares', 'title'),
    sensorsCount: byReferring('sensors', 'gateway_id'),
  },
  counts: { sensorsCount: countReferring('sensors', 'gateway_id') },
  widened: {
    firmwareStatus: (source, values) => (values.some((value) => comparing.includes(value)) ? withFirmware(source) : source),
  },
  filters: {
    state: oneOfThese(states),
    firmwareStatus: oneOfThese({
      unknown: sql`v.firmware_id is null`,
      error: sql`(${revoked} or v.firmware_id is not null and ${updating('failed')})`,
      pending: sql`(v.firmware_id is not null and not ${revoked} and ${updating('pending')})`,
      update_available: sql`(${settled} and v.newest_key > v.reported_key)`,
      in_sync: sql`(${settled} and v.newest_key <= v.reported_key)`,
    }),
    firmwareUpdate: oneOfThese({
      none: nothing,
      pending: updating('pending'),
      failed: updating('failed'),
    }),
    tags: (values) => sql`v.tags && ${values}::text[]`,
    hearsUnknown: oneOfThese({ true: sql`(${hearing} and ${unregistered})`, false: sql`not ${unregistered}` }),
  },
  async check(tx, values, before) {
    // Its sensors become reachable or unreachable at once.
    if (before !== null && values['reportingIntervalS'] !== before['reportingIntervalS'])
      await notifyOfReadings(tx, [], await sensorsBehind(tx, [before.id]))
    const newHardware = values['hardwareId'] !== before?.['hardwareId']
    if (newHardware) await refuseEndOfLife(tx, values['hardwareId'])
    const target = values['targetFirmwareId'] ?? null
    const newTarget = target !== (before?.['targetFirmwareId'] ?? null)
    if (target !== null && (newHardware || newTarget)) await refuseFirmware(tx, target, values, before?.id ?? null)
    // When it is cleared, too: a rollout for which the gateway waits leaves it alone then.
    return newTarget ? { targetFirmwareAt: sql`now()` } : undefined
  },
  async afterRestore(tx, id, deletionId, actor) {
    await returnProgress(tx, id, deletionId)
    // The assigned firmware may have been revoked while the gateway was deleted.
    await unassign(
      tx,
      sql`g.id = ${id} and exists (select from gateway_firmwares f where f.id = g.target_firmware_id and f.status = 'revoked')`,
      actor,
    )
  },
  // The sensors of a deleted gateway are detached and keep their datapoints.
  beforeRemove: (tx, ids, actor) => moveReferences(tx, sensors, 'gatewayId', { from: ids, to: null }, actor),
}

/** Restores what a gateway reported of its update: one that failed has failed again, and its firmware is not sent to it. */
async function returnProgress(tx: Queryable, id: string, deletionId: number): Promise<void> {
  await tx.query(sql`
    update gateways set told_step = before ->> 'updateStep', told_at = (before ->> 'updateStepAt')::timestamptz,
      told_note = before ->> 'updateNote',
      target_reported_at = case before ->> 'firmwareUpdate' when 'failed' then target_firmware_at end
    from audit_entries deletion where gateways.id = ${id} and deletion.id = ${deletionId}`)
}

/** Hardware at its end of life gets no new gateways. */
async function refuseEndOfLife(tx: Queryable, hardwareId: unknown): Promise<void> {
  const { rows } = await tx.query<{ title: string; status: string }>(sql`
    select title, status from gateway_hardwares where id = ${hardwareId}
    -- Locked, so that it does not reach its end of life before the commit.
    for share`)
  const [hardware] = rows
  if (hardware?.status === 'eol')
    throw invalid(new Map([['hardwareId', `${hardware.title} is at its end of life and cannot be assigned to new gateways`]]))
}

interface Firmware {
  readonly title: string
  readonly status: string
  readonly fits: boolean
  readonly minFromVersion: string | null
  /** The reported version is older than `minFromVersion`; null when none was reported. */
  readonly tooOld: boolean | null
  /** The reported firmware is a later version of the same one. */
  readonly older: boolean | null
  /** The gateway's hardware, if it is at its end of life and does not run the firmware yet. */
  readonly ended: string | null
}

/**
 * A firmware is assigned only if it is released, made for the hardware, and an update of the reported one; for hardware at its end of life only
 * on the firmware's page, which asks for a reason.
 */
async function refuseFirmware(tx: Queryable, firmwareId: unknown, { hardwareId }: Values, id: string | null): Promise<void> {
  const { rows } = await tx.query<Firmware>(sql`
    select f.title, f.status, f.min_from_version as "minFromVersion",
      ${isMadeFor(sql`${hardwareId}`)} as fits, ${runsTooOld} as "tooOld", ${isDowngrade} as older,
      (select title from gateway_hardwares where id = ${hardwareId} and status = 'eol' and not ${isInstalled}) as ended
    from gateway_firmwares f
    left join gateways g on g.id = ${id}
    left join gateway_firmwares reported on reported.id = g.firmware_id
    where f.id = ${firmwareId}
    -- Locked, so that it is not revoked before the commit.
    for share of f`)
  const [firmware] = rows
  const sentence = firmware && firmwareFault(firmware)
  if (sentence) throw invalid(new Map([['targetFirmwareId', sentence]]))
}

function firmwareFault({ title, status, fits, minFromVersion, tooOld, older, ended }: Firmware): string | null {
  if (status !== 'released') return `${title} is ${status}: only a released firmware can be assigned`
  if (!fits) return `${title} is not made for this hardware`
  if (tooOld) return `${title} updates from ${minFromVersion} or later`
  if (older) return `${title} is older than the installed firmware: assign a downgrade on the firmware’s page, with a reason`
  return ended === null ? null : `${ended} is at its end of life: assign ${title} on the firmware’s page, with a reason`
}
