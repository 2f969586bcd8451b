import sql, { join, raw, type Sql } from 'sql-template-tag'
import { BULK_PREVIEW_MAX, bulkDeleteBody, bulkUpdateBody, type DeletionPreview } from '../../contract/bulk'
import { PREVIEW_NAMED, PREVIEW_SENSORS, type ChangePreview } from '../../contract/preview'
import type { UsageField, Resource } from '../../contract/resource'
import { invalid, isProblemError } from '../http/problems'
import { validated } from '../http/body'
import { targetIds } from './bulk'
import { noEffects } from './preview'
import { findRows, tableOf, type Row } from './table'
import { merged, type Writer } from './write'

/** Counts the rows of a bulk body that a deletion would refuse or affect; throws 409 `count_changed` as the deletion would. */
export async function previewRemoval(writer: Writer, body: unknown): Promise<DeletionPreview> {
  const { db, resource } = writer
  const { reassignTo: _successor, ...target } = validated(bulkDeleteBody(resource), body)
  const ids = await targetIds(writer, target, 'nothing was deleted')
  const { usedBy, finalWith } = resource
  const users = usedBy.filter(({ nouns }) => nouns !== undefined).map(({ field }) => field)
  if (finalWith !== null && typeOf(resource, finalWith) === 'number') users.push(finalWith)
  const { column, view } = tableOf(resource)
  const inUse = (fields: readonly UsageField[]) =>
    fields.length === 0
      ? sql`false`
      : join(
          fields.map(({ field }) => holding(resource, field)),
          ' or ',
        )
  const sumColumns = users.map((field) => sql`, coalesce(sum(${column(field)}), 0) as ${raw(`"${field}"`)}`)
  const { rows } = await db.query<{
    total: number
    used: number
    undeletable: number
    final: number
    [field: string]: number
  }>(sql`
    select count(*) as total, count(*) filter (where ${inUse(usedBy)}) as used,
      count(*) filter (where ${inUse(usedBy.filter(({ lasting }) => lasting))}) as undeletable,
      count(*) filter (where ${finalWith === null ? sql`false` : holding(resource, finalWith)}) as final
      ${sumColumns.length === 0 ? sql`` : join(sumColumns, ' ')}
    from ${view} v where v.id = any(${ids}::uuid[])`)
  const [{ total, used, undeletable, final, ...sums } = { total: 0, used: 0, undeletable: 0, final: 0 }] = rows
  return { total, used, undeletable, final, users: sums }
}

/** The condition that a field blocks a deletion, equal to the contract's `isSet()`. */
function holding(resource: Resource, field: string): Sql {
  const column = tableOf(resource).column(field)
  const type = typeOf(resource, field)
  if (type === 'number') return sql`${column} > 0`
  return type === 'boolean' ? column : sql`${column} is not null`
}

function typeOf(resource: Resource, field: string): string | undefined {
  return resource.row.describe().fields[field]?.type
}

/** Adds up the effects of a bulk change on dependent rows; skips rows that the change would refuse. Writes nothing. */
export async function previewUpdate(writer: Writer, body: unknown): Promise<ChangePreview> {
  const { db, resource, hooks } = writer
  const { set = {}, changes, ...target } = validated(bulkUpdateBody(resource), body)
  const ids = changes === undefined ? await targetIds(writer, target, 'nothing was changed') : []
  if (ids.length > BULK_PREVIEW_MAX)
    throw invalid(new Map([['ids', `A preview can have at most ${BULK_PREVIEW_MAX} ${resource.nouns.many}`]]))
  let all = noEffects
  for (const before of await findRows(db, resource, ids)) {
    const values = mergedOrNull(resource, before, set)
    if (values !== null) all = together(all, (await hooks.preview?.(db, values, before)) ?? noEffects)
  }
  return all
}

function mergedOrNull(resource: Resource, before: Row, set: object) {
  try {
    return merged(resource, before, set)
  } catch (error) {
    if (isProblemError(error)) return null
    throw error
  }
}

function together(one: ChangePreview, other: ChangePreview): ChangePreview {
  return {
    plants: [...one.plants, ...other.plants].slice(0, PREVIEW_NAMED),
    plantsTotal: one.plantsTotal + other.plantsTotal,
    sensorsTotal: one.sensorsTotal + other.sensorsTotal,
    sensorsChanging: one.sensorsChanging + other.sensorsChanging,
    sensors: [...(one.sensors ?? []), ...(other.sensors ?? [])].slice(0, PREVIEW_SENSORS),
  }
}
