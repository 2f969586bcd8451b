import sql from 'sql-template-tag'
import { assignBody, type AssignOutcome } from '../../contract/firmwareCalls'
import { gatewayFirmwares } from '../../contract/gatewayFirmwares'
import { gateways } from '../../contract/gateways'
import { targetIds } from '../crud/bulk'
import { announce, type Actor } from '../activity/audit'
import { lockRows, notFound } from '../crud/table'
import type { Database, Queryable } from '../db/database'
import { runOnce, type IdempotentRequest } from '../http/conditions'
import { refusal } from '../http/problems'
import { validated } from '../http/body'
import { assignmentFault } from './assignability'
import { gatewayHooks } from './gateways'

interface Firmware {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly minFromVersion: string | null
}

type Skip = AssignOutcome['skipped'][number]
type Fault = Exclude<Skip['code'], 'not_found'>

/** A gateway, and why it cannot be assigned the firmware; null when it can. */
interface Candidate {
  readonly id: string
  readonly name: string
  readonly hardware: string
  /** The version that it reports; null when it reports none. */
  readonly version: string | null
  readonly code: Fault | null
}

type Changed = AssignOutcome['changed'][number]

/**
 * Assigns a firmware to gateways; returns which were assigned, and why others were not. A repeated request assigns nothing, and gets the first
 * answer. A dry run ignores the key of its request, and judges the gateways as they are now.
 */
export async function assignFirmware(
  db: Database,
  id: string,
  body: unknown,
  actor: Actor,
  request: IdempotentRequest | null,
): Promise<AssignOutcome> {
  const { gatewayIds, filter, expectedCount, reason = null, dryRun = false } = validated(assignBody, body)
  const target = { ids: gatewayIds, filter, expectedCount }
  const assign = async (tx: Queryable): Promise<AssignOutcome> => {
    const ids = await targetIds({ db: tx, resource: gateways, hooks: gatewayHooks }, target, 'nothing was assigned')
    const firmware = await assignable(tx, id)
    if (!dryRun) await lockRows(tx, gateways, ids)
    const candidates = await candidatesOf(tx, firmware, ids, reason)
    const skipped: Skip[] = []
    const assigned: { id: string; name: string }[] = []
    for (const candidate of candidates) {
      const { name, code } = candidate
      if (code === null) assigned.push({ id: candidate.id, name })
      else skipped.push({ id: candidate.id, name, code, message: sentenceOf(code, firmware, candidate) })
    }
    const found = new Set(candidates.map((candidate) => candidate.id))
    for (const each of ids.filter((one) => !found.has(one)))
      skipped.push({ id: each, name: null, code: 'not_found', message: 'There is no such gateway' })
    return { assigned, skipped, changed: dryRun ? [] : await setTarget(tx, firmware, assigned, reason, actor) }
  }
  return db.transaction((tx) => runOnce(tx, dryRun ? null : request, () => assign(tx)))
}

/** Locks a firmware so that it cannot be revoked until the commit; throws 409 unless it is released. */
export async function assignable(tx: Queryable, id: string): Promise<Firmware> {
  const { rows } = await tx.query<Firmware>(sql`
    select id, title, status, min_from_version as "minFromVersion" from gateway_firmwares where id = ${id} for share`)
  const [firmware] = rows
  if (firmware === undefined) throw notFound(gatewayFirmwares)
  if (firmware.status === 'released') return firmware
  throw refusal(409, 'conflict', `${firmware.title} is ${firmware.status}: only a released firmware can be assigned`)
}

/** Reads the existing gateways among these. A failed installation may be assigned again. */
export async function candidatesOf(
  tx: Queryable,
  { id }: Firmware,
  ids: readonly string[],
  reason: string | null,
): Promise<Candidate[]> {
  const isAssigned = sql`
    when g.target_firmware_id is not distinct from f.id and g.firmware_update <> 'failed' then 'already_assigned'`
  const { rows } = await tx.query<Candidate>(sql`
    select g.id, g.name, hardware.title as hardware, coalesce(reported.semver, g.reported_version) as version,
      ${assignmentFault(reason, isAssigned)} as code
    from gateways_view g
    join gateway_firmwares f on f.id = ${id}
    join gateway_hardwares hardware on hardware.id = g.hardware_id
    left join gateway_firmwares reported on reported.id = g.firmware_id
    where g.id = any(${ids}::uuid[])
    order by g.name, g.id`)
  return rows
}

/** Says why a gateway cannot be assigned the firmware. */
export function sentenceOf(code: Fault, { title, minFromVersion }: Firmware, { hardware, version }: Candidate): string {
  const sentences: Readonly<Record<Fault, string>> = {
    already_installed: `It runs ${title} already`,
    already_assigned: `It is assigned ${title} already`,
    not_compatible: `${title} is not made for ${hardware}`,
    too_old: `It runs ${version}, and ${title} updates from ${minFromVersion} or later`,
    downgrade: `It runs ${version}, which is later: a downgrade needs a reason`,
    end_of_life: `${hardware} is at its end of life: an update needs a reason`,
  }
  return sentences[code]
}

/** Assigns the firmware; returns each gateway's new version and the firmware it was assigned before. */
async function setTarget(
  tx: Queryable,
  firmware: Firmware,
  assigned: readonly { readonly id: string }[],
  reason: string | null,
  { userId, requestId }: Actor,
): Promise<Changed[]> {
  if (assigned.length === 0) return []
  const { rows } = await tx.query<Changed>(sql`
    with held as (
      select id, target_firmware_id from gateways where id = any(${assigned.map(({ id }) => id)}::uuid[])
    ), changed as (
      update gateways set target_firmware_id = ${firmware.id}, target_firmware_at = now(), version = version + 1, updated_at = now()
      from held where gateways.id = held.id returning gateways.id, gateways.version,
        jsonb_build_object('targetFirmwareId', held.target_firmware_id) as before
    ), noted as (
      insert into audit_entries (user_id, request_id, action, subject, subject_id, before, after)
      select ${userId}::uuid, ${requestId}, 'updated', 'Gateway', id::text, before,
        jsonb_build_object('targetFirmwareId', ${firmware.id}::text, 'reason', ${reason}::text)
      from changed
    )
    select id, version, before from changed`)
  await announce(tx)
  return rows
}
