import sql, { raw } from 'sql-template-tag'
import { alertRules } from '../contract/alertRules'
import { HOUR_MS } from '../contract/durations'
import { gatewayHardwares } from '../contract/gatewayHardwares'
import { gateways } from '../contract/gateways'
import { humidityGroups } from '../contract/humidityGroups'
import { lightGroups } from '../contract/lightGroups'
import { notificationChannels } from '../contract/notificationChannels'
import { plants } from '../contract/plants'
import type { Resource } from '../contract/resource'
import { sensors } from '../contract/sensors'
import { temperatureGroups } from '../contract/temperatureGroups'
import { findRows, tableName, type Row } from '../server/crud/table'
import type { Queryable } from '../server/db/database'

/** An entry of the audit log, with the whole row before and after, so that each version can be restored. */
interface Entry {
  readonly at: string
  readonly action: 'created' | 'updated'
  readonly subject: string
  readonly subjectId: string
  readonly before: Row | null
  readonly after: Row
}

/** A later change of a resource's first rows: the fields that were empty before, and how many hours ago the nth row was changed. */
interface Change {
  readonly rows: number
  readonly fields: readonly string[]
  readonly hoursAgo: (nth: number) => number
}

const noChange: Change = { rows: 0, fields: [], hoursAgo: () => 0 }
const changes: ReadonlyMap<string, Change> = new Map([
  [gateways.name, { rows: 6, fields: ['description'], hoursAgo: (nth) => 7 + 53 * nth }],
  [sensors.name, { rows: 12, fields: ['gatewayId', 'gatewayName'], hoursAgo: (nth) => 3 + 31 * nth }],
])

const recorded = [
  humidityGroups,
  temperatureGroups,
  lightGroups,
  gatewayHardwares,
  plants,
  gateways,
  sensors,
  alertRules,
  notificationChannels,
] as unknown as readonly Resource[]

/** Makes the entries of every row's creation and of some later changes, and gives the changed rows their next version. */
export async function historiesOf(tx: Queryable, now: Date): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const resource of recorded) {
    const table = raw(tableName(resource.path))
    const { rows: all } = await tx.query<{ id: string }>(sql`select id from ${table} order by id`)
    const ids = all.map(({ id }) => id)
    const made = (await findRows(tx, resource, ids)).flatMap((row) =>
      historyOf(resource, row, changedAt(resource, row, ids, now)),
    )
    const updated = made.filter(({ action }) => action === 'updated').map(({ subjectId, at }) => ({ id: subjectId, at }))
    await tx.query(sql`
      update ${table} r set version = version + 1, updated_at = c.at
      from jsonb_to_recordset(${JSON.stringify(updated)}::jsonb) as c (id uuid, at timestamptz) where r.id = c.id`)
    entries.push(...made)
  }
  return entries
}

/** When a row was changed; null for rows that were not. */
function changedAt({ name }: Resource, row: Row, ids: readonly string[], now: Date): string | null {
  const { rows, fields, hoursAgo } = changes.get(name) ?? noChange
  const nth = ids.indexOf(row.id) + 1
  const at = new Date(now.getTime() - hoursAgo(nth) * HOUR_MS).toISOString()
  return nth <= rows && fields.every((field) => row[field] !== null) && at > createdAt(row) ? at : null
}

function historyOf({ name }: Resource, row: Row, at: string | null): Entry[] {
  const entry = { subject: name, subjectId: row.id }
  if (at === null) return [{ ...entry, at: createdAt(row), action: 'created', before: null, after: row }]
  const empty = Object.fromEntries((changes.get(name) ?? noChange).fields.map((field) => [field, null]))
  const before = { ...row, ...empty, updatedAt: createdAt(row) }
  return [
    { ...entry, at: createdAt(row), action: 'created', before: null, after: before },
    { ...entry, at, action: 'updated', before, after: { ...row, version: row.version + 1, updatedAt: at } },
  ]
}

function createdAt(row: Row): string {
  return String(row['createdAt'])
}
