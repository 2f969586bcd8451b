import sql from 'sql-template-tag'
import { openRolloutStatuses, pausedFields, rollouts, type Rollout } from '../../contract/rollouts'
import { settledZone } from '../areas/zones'
import type { AreaHooks } from '../crud/hooks'
import { refuseMissing } from '../crud/references'
import type { Values } from '../crud/table'
import { same } from '../crud/write'
import { invalid, refusal } from '../http/problems'

/** Fields that limit a rollout to rows of other areas, with the resource that each refers to. */
const scopes = { hardwareIds: 'GatewayHardware', fromFirmwareIds: 'GatewayFirmware' }

/** Rollouts: a draft may change, a paused one in how it advances; a scheduled, running or paused one cannot be deleted. */
export const rolloutHooks: AreaHooks = {
  async check(tx, values, before) {
    const zone = await settledZone(tx, values)
    await refuseMissing(tx, scopes, values, before)
    if (before !== null) refuseSettled({ ...values, ...zone }, before as unknown as Rollout)
    return zone
  },
  async beforeRemove(tx, ids) {
    const { rows } = await tx.query<{ name: string; status: string }>(sql`
      select name, status from rollouts where id = any(${ids}::uuid[]) and status = any(${openRolloutStatuses}::text[]) limit 1`)
    const [under] = rows
    if (under !== undefined) throw refusal(409, 'conflict', `${under.name} is ${under.status}: stop it before you delete it`)
  },
}

function refuseSettled(values: Values, before: Rollout): void {
  const { status } = before
  if (status === 'draft') return
  const changed = Object.keys(rollouts.draft.fields).filter((field) => !same(values[field], before[field as keyof Rollout]))
  if (status === 'paused' && changed.every((field) => pausedFields.includes(field))) return
  if (changed.length === 1 && changed[0] === 'name') return
  if (status === 'paused')
    throw invalid(
      new Map(
        changed
          .filter((field) => !pausedFields.includes(field))
          .map((field) => [field, 'This field can be changed only before the start']),
      ),
    )
  const how = status === 'running' ? ': pause it first' : ''
  throw refusal(409, 'conflict', `This rollout is ${status} and cannot be changed${how}`)
}
