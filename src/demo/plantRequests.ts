import sql, { raw } from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { mayHaveActed } from './people'
import { requestedPlants } from './requestedPlants'
import { idOf, share } from './chance'
import { insertRows } from './rows'
import { secondsBefore } from './times'

const DAY_S = 86_400

/** Inserts the demo's plant requests; call it after users, plants and groups. */
export async function insertPlantRequests(tx: Queryable, now: Date): Promise<void> {
  const { rows: users } = await tx.query<{ id: string }>(sql`select id from users where ${mayHaveActed} order by email`)
  const [plants, humidity, temperature, light] = [
    await idsBy(tx, 'plants', 'title'),
    await idsBy(tx, 'humidity_groups', 'name'),
    await idsBy(tx, 'temperature_groups', 'name'),
    await idsBy(tx, 'light_groups', 'name'),
  ]
  const someone = (key: string) => users[Math.floor(share(key) * users.length)]?.id ?? null
  const rows = requestedPlants.map((one, at) => {
    const { name, daysAgo, decidedDaysAgo = null, status = 'requested', draft = {}, groups, reason, plant } = one
    const [moist, warm, bright] = groups ?? []
    const key = `plant request ${at}`
    const createdAt = secondsBefore(now, daysAgo * DAY_S + share(key) * DAY_S * 0.9)
    const decidedAt = decidedDaysAgo === null ? null : secondsBefore(now, decidedDaysAgo * DAY_S)
    return {
      id: idOf(key, new Date(createdAt)),
      created_at: createdAt,
      updated_at: decidedAt ?? createdAt,
      requested_name: name,
      proposed_scientific_name: one.proposed ?? null,
      requester_user_id: someone(`${key} requester`),
      notes: one.notes ?? null,
      source_url: one.source ?? null,
      draft: {
        ...draft,
        ...(moist && { humidityGroupId: humidity.get(moist) }),
        ...(warm && { temperatureGroupId: temperature.get(warm) }),
        ...(bright && { lightGroupId: light.get(bright) }),
      },
      status,
      reviewer_id: status === 'requested' ? null : someone(`${key} reviewer`),
      decided_at: decidedAt,
      rejection_reason: reason ?? null,
      rejection_note: one.note ?? null,
      duplicate_of_plant_id: reason === 'duplicate' ? idOfPlant(plants, plant) : null,
      published_plant_id: status === 'published' ? idOfPlant(plants, plant) : null,
    }
  })
  await insertRows(
    tx,
    'plant_requests',
    {
      id: 'uuid',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      requested_name: 'text',
      proposed_scientific_name: 'text',
      requester_user_id: 'uuid',
      notes: 'text',
      source_url: 'text',
      draft: 'jsonb',
      status: 'text',
      reviewer_id: 'uuid',
      decided_at: 'timestamptz',
      rejection_reason: 'text',
      rejection_note: 'text',
      duplicate_of_plant_id: 'uuid',
      published_plant_id: 'uuid',
    },
    rows,
  )
}

function idOfPlant(plants: ReadonlyMap<string, string>, title: string | undefined): string | null {
  return plants.get(title ?? '') ?? null
}

/** Reads ids of a table's rows by a unique name. */
async function idsBy(tx: Queryable, table: string, column: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(sql`select id, ${raw(column)} as name from ${raw(table)}`)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
