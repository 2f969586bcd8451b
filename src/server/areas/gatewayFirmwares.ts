import sql, { join } from 'sql-template-tag'
import { counted, grouped } from '../../contract/grouped'
import { gateways } from '../../contract/gateways'
import { REASSIGN_PARAM } from '../../contract/resource'
import { rollouts } from '../../contract/rollouts'
import type { AreaHooks, Reassignment } from '../crud/hooks'
import { oneOfThese } from '../crud/list'
import { byReferring } from '../crud/order'
import type { Values } from '../crud/table'
import type { Queryable } from '../db/database'
import { invalid, refusal } from '../http/problems'
import { setHardwares } from './compatibility'
import { assignable, candidatesOf, sentenceOf } from './gatewayFirmwareAssign'
import { refuseUsed } from './inUse'
import { updateLatestOf, updateLatestWithout } from './latestFirmwares'

/** Fields, with labels, that are immutable once a firmware is released; its file is too. */
const settled = { name: 'name', semver: 'version', hardwareIds: 'hardwares' }

/** Gateway firmwares: released ones are immutable, and those that ran anywhere cannot be deleted. */
export const gatewayFirmwareHooks: AreaHooks = {
  orders: {
    installedCount: byReferring('gateways', 'firmware_id'),
  },
  filters: {
    latest: oneOfThese({
      true: sql`v.id in (select firmware_id from latest_firmwares)`,
      false: sql`not exists (select from latest_firmwares where firmware_id = v.id)`,
    }),
    hardwareIds: (values) =>
      sql`v.id in (select firmware_id from gateway_firmware_hardwares where hardware_id in (${join(values)}))`,
  },
  async check(tx, values, before) {
    await refuseLaterMinimum(tx, values, before)
    if (before === null || before['status'] === 'draft') return
    const changed = Object.entries(settled).filter(([field]) => !sameValue(values[field], before[field]))
    if (changed.length === 0) return
    throw invalid(new Map(changed.map(([field, word]) => [field, `The ${word} of a released firmware cannot be changed`])))
  },
  storedElsewhere: { fields: ['hardwareIds'], write: writeHardwares },
  async beforeReassign(tx, ids) {
    await refuseInstalled(tx, [ids.from])
    await refuseSuccessor(tx, ids)
    await refuseRolledOut(tx, ids.from)
  },
  // A rollout's field: deleting a firmware reassigns only `targetFirmwareId` of gateways.
  refersAgainIf: { firmwareId: () => sql`v.status = 'draft'` },
  derivedData: { dependsOn: ['channel'], recompute: updateLatestOf },
  async beforeRemove(tx, ids) {
    await refuseInstalled(tx, ids)
    await updateLatestWithout(tx, ids)
  },
}

/** A firmware cannot update from a later version only. */
async function refuseLaterMinimum(tx: Queryable, values: Values, before: Values | null): Promise<void> {
  const { semver, minFromVersion = null } = values
  if (minFromVersion === null || (minFromVersion === before?.['minFromVersion'] && semver === before?.['semver'])) return
  const { rows } = await tx.query<{ isLater: boolean }>(sql`
    select semver_key(${minFromVersion}) > semver_key(${semver}) collate "C" as "isLater"`)
  if (rows[0]?.isLater === true) throw invalid(new Map([['minFromVersion', '“Updates from” must not be later than the version']]))
}

async function writeHardwares(tx: Queryable, id: string, values: Values): Promise<void> {
  const hardwareIds = values['hardwareIds']
  await setHardwares(tx, id, hardwareIds)
  const { rows } = await tx.query<{ missing: number }>(sql`
    select count(*) as missing from unnest(${hardwareIds}::uuid[]) as wanted (id)
    where not exists (select from gateway_firmware_hardwares where firmware_id = ${id} and hardware_id = wanted.id)`)
  if ((rows[0]?.missing ?? 0) > 0) throw invalid(new Map([['hardwareIds', 'One of these hardwares does not exist']]))
}

/**
 * Gateways that are assigned a firmware about to be deleted are assigned its successor. Refuses when a rule of assignments does not allow one
 * of them to get it.
 */
async function refuseSuccessor(tx: Queryable, { from, to }: Reassignment): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from gateways where target_firmware_id = ${from} order by id for update`)
  if (rows.length === 0) return
  const firmware = await assignable(tx, to)
  const ids = rows.map(({ id }) => id)
  const faults = (await candidatesOf(tx, firmware, ids, null)).flatMap((gateway) => {
    const { name, code } = gateway
    // Gateways that run the successor already need no update.
    return code === null || code === 'already_installed' ? [] : [{ name, sentence: sentenceOf(code, firmware, gateway) }]
  })
  const [first] = faults
  if (first !== undefined) throw invalid(new Map([[REASSIGN_PARAM, successorWords(firmware.title, first, faults.length - 1)]]))
  await tx.query(sql`update gateways set target_firmware_at = now() where id = any(${ids}::uuid[])`)
}

/** Refuses to delete a firmware with a rollout that has begun; drafts may choose another one. */
async function refuseRolledOut(tx: Queryable, id: string): Promise<void> {
  await refuseUsed(
    tx,
    rollouts,
    sql`firmware_id = ${id} and status <> 'draft'`,
    (total) =>
      `This gateway firmware cannot be deleted: ${counted(total, { one: 'rollout has', many: 'rollouts have' })} begun with it`,
    { lasting: true },
  )
}

function successorWords(title: string, { name, sentence }: { readonly name: string; readonly sentence: string }, more: number) {
  const others = more === 0 ? '' : ` and ${grouped(more)} more`
  return `${title} cannot be assigned to ${name}${others}. ${sentence}`
}

async function refuseInstalled(tx: Queryable, ids: readonly string[]): Promise<void> {
  await refuseUsed(
    tx,
    gateways,
    sql`firmware_id = any(${ids}::uuid[])`,
    (total) => `This gateway firmware cannot be deleted: ${counted(total, { one: 'gateway runs', many: 'gateways run' })} it`,
    { lasting: true },
  )
  const { rows } = await tx.query<{ title: string; status: string }>(sql`
    select title, status from gateway_firmwares where id = any(${ids}::uuid[]) and first_installed_at is not null
    order by title_order limit 1`)
  const [installed] = rows
  if (installed === undefined) return
  throw refusal(
    409,
    'in_use',
    `${installed.title} cannot be deleted: it was installed before${installed.status === 'revoked' ? '' : '. Revoke it instead'}`,
  )
}

/** Compares values; lists as sets. */
function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return new Set(one).size === new Set(other).size && one.every((each) => other.includes(each))
}
