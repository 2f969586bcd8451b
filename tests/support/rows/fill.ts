import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { AnyObject } from 'yup'
import { createNamer, neededReferences, sampleDraft } from '../../../src/tools/conformance/samples'
import { resources } from '../../../src/contract/index'
import { parseListQuery } from '../../../src/contract/list'
import { resourceNamed, type Resource } from '../../../src/contract/resource'
import { areaHooks } from '../../../src/server/areas/index'
import type { AreaHooks } from '../../../src/server/crud/hooks'
import { listPage } from '../../../src/server/crud/list'
import { createRow } from '../../../src/server/crud/write'
import type { Database, Queryable } from '../../../src/server/db/database'
import {
  ago,
  insert,
  insertFirmware,
  insertGateway,
  insertHardware,
  insertHumidityGroup,
  insertLightGroup,
  insertPlant,
  insertPlantRequest,
  insertSensor,
  insertTemperatureGroup,
  insertTroubleshoot,
  insertUser,
} from './rows'

const creatable = (resources as readonly Resource[]).filter(({ ops }) => ops.includes('create'))
const namer = createNamer()

/**
 * Inserts a few rows of every resource, different in each field that lists sort and filter by; of resources not known here, two rows made
 * from the contract.
 */
export async function fillAll(db: Database): Promise<void> {
  await fillKnown(db)
  for (const resource of creatable) {
    const { query } = parseListQuery(resource, new URLSearchParams())
    const { meta } = await listPage(db, resource, query)
    for (let n = meta.total; n < 2; n++) await addRow(db, resource)
  }
}

async function fillKnown(db: Queryable): Promise<void> {
  const hub = await insertHardware(db, { part_number: 'FW-100' })
  const old = await insertHardware(db, { vendor: 'Ältwerk', status: 'eol' })
  const first = await insertFirmware(db, [hub, old], { semver: '3.9.0', released_at: ago(9000) })
  const second = await insertFirmware(db, [hub], { semver: '3.11.0', released_at: ago(900) })
  const revoked = await insertFirmware(db, [hub], { semver: '3.10.0', status: 'revoked', channel: 'beta' })
  const moistAir = await insertHumidityGroup(db, { air_humidity_min: 40, air_humidity_max: 90 })
  await insertHumidityGroup(db, { soil_moisture_min: null, soil_moisture_max: null, air_humidity_min: 15, air_humidity_max: 80 })
  const warm = await insertTemperatureGroup(db, { min_c: 10, ideal_min_c: 18, ideal_max_c: 26 })
  await insertTemperatureGroup(db)
  const shade = await insertLightGroup(db, { exposure: 'shade', lux_min: 500, lux_max: 10_000 })
  const bright = await insertLightGroup(db, { dli_min: 8, dli_max: 16 })
  const monstera = await insertPlant(db, {
    cultivar: 'Thai Constellation',
    common_names: [{ lang: 'en', name: 'Swiss cheese plant' }],
    synonyms: ['Monstera borsigiana'],
    category: 'foliage',
    toxicity: 'medium',
    care: { watering: 'When the top of the soil is dry.' },
    ph_min: 5.5,
    ph_max: 7,
    humidity_group_id: moistAir,
    temperature_group_id: warm,
    light_group_id: bright,
  })
  const fern = await insertPlant(db, { family: null, status: 'draft', light_group_id: shade })
  await insertTroubleshoot(db, { plant_id: monstera, symptom: 'Yellow leaves', cause: 'Too much water', sort_order: 1 })
  await insertTroubleshoot(db, { plant_id: monstera, affected_part: 'root', severity: 'high', category: 'fungal' })
  await insertTroubleshoot(db, { plant_id: fern, remedy: { immediate: 'Mist it.' }, category: 'pest' })
  const north = await insertGateway(db, { hardware_id: hub, firmware_id: second, tags: ['roof', 'glass'] })
  const south = await insertGateway(db, {
    hardware_id: hub,
    firmware_id: first,
    target_firmware_id: second,
    last_seen_at: ago(600),
  })
  await insertGateway(db, { hardware_id: old, last_seen_at: null, update_channel: 'beta', description: 'Über dem Teich' })
  await insertGateway(db, { hardware_id: hub, firmware_id: revoked })
  await insertGateway(db, { hardware_id: hub, firmware_id: first, tags: ['roof'] })
  const moist = await insertSensor(db, { gateway_id: north, plant_id: monstera, model: 'Moist 2', battery_pct: 12.5 })
  await insertSensor(db, { gateway_id: south, plant_id: fern, battery_pct: 90 })
  await db.query(sql`insert into unknown_sensors (gateway_id, eui) values (${north}, 'A84041FFFFC0FFEE')`)
  await insertSensor(db, { plant_id: monstera, last_seen_at: ago(86_400), model: 'Lux 1' })
  await insertSensor(db, { last_seen_at: null })
  await db.query(sql`update sensor_stats set datapoint_count = 1234 where sensor_id = ${moist}`)
  const zoe = await insertUser(db, 'Zoë Ångström', 'zoe@example.org', false)
  const abel = await insertUser(db, 'Abel Tasman', 'abel@example.org', true)
  const reviewed = { requester_user_id: zoe, reviewer_id: abel }
  await insertPlantRequest(db, { requested_name: 'Flamingo flower', draft: { scientificName: 'Anthurium andraeanum', care: {} } })
  await insertPlantRequest(db, { requested_name: 'flamingo  Flower', requester_user_id: abel, status: 'in_review' })
  await insertPlantRequest(db, {
    ...reviewed,
    proposed_scientific_name: 'Alocasia cuprea',
    status: 'approved',
    decided_at: ago(60),
  })
  const published = { published_plant_id: monstera, status: 'published', decided_at: ago(600) }
  await insertPlantRequest(db, { ...reviewed, ...published })
  const duplicate = { duplicate_of_plant_id: monstera, rejection_reason: 'duplicate', status: 'rejected', decided_at: ago(6000) }
  await insertPlantRequest(db, { ...reviewed, ...duplicate })
  const rejected = { rejection_reason: 'other', rejection_note: 'A lichen', status: 'rejected', decided_at: ago(30) }
  await insertPlantRequest(db, { reviewer_id: zoe, ...rejected })
  await fillAlerts(db, north, moist)
}

async function fillAlerts(db: Queryable, gatewayId: string, sensorId: string): Promise<void> {
  const channel = await insert(db, 'notification_channels', { name: 'On call', kind: 'mail', recipients: ['ada@example.com'] })
  const rule = { kind: 'gateway_offline', severity: 'critical' }
  const offline = await insert(db, 'alert_rules', { ...rule, name: 'Offline', channel_ids: [channel], tags: ['north'] })
  await insert(db, 'alert_rules', { ...rule, name: 'Dormant', channel_ids: [channel], active: false, silenced_until: ago(-3600) })
  const of = { rule_id: offline, rule_name: 'Offline', ...rule, opened_at: ago(600) }
  const gateway = { subject: 'Gateway', subject_id: gatewayId, subject_name: 'North', gateway_id: gatewayId }
  const sensor = { subject: 'Sensor', subject_id: sensorId, subject_name: 'Bed', sensor_id: sensorId }
  await insert(db, 'alerts', { ...of, ...gateway, title: 'North is offline', snoozed_until: ago(-3600) })
  await insert(db, 'alerts', {
    ...of,
    ...sensor,
    title: 'Bed is offline',
    severity: 'warning',
    status: 'acknowledged',
    note: 'On it',
  })
  const rollout = { kind: 'rollout_stopped', subject: 'Rollout', subject_id: randomUUID(), subject_name: 'Autumn' }
  await insert(db, 'alerts', { ...of, ...rollout, title: 'Autumn is stopped' })
  const over = { status: 'resolved', over_at: ago(60), resolved_at: ago(60), snoozed_until: ago(-3600) }
  await insert(db, 'alerts', { ...of, ...gateway, ...over, title: 'North is offline', severity: 'info' })
}

/** Makes a body that creates a row, for each resource that can be created, from the contract; creates the rows it refers to first. */
export const requiredDrafts: Readonly<Partial<Record<string, (db: Database) => Promise<AnyObject>>>> = Object.fromEntries(
  creatable.map((resource) => [resource.name, (db: Database) => draftOf(db, resource)]),
)

async function draftOf(db: Database, resource: Resource): Promise<AnyObject> {
  const references: Record<string, string> = {}
  for (const name of neededReferences(resource)) references[name] = await addRow(db, resourceNamed(name))
  return sampleDraft(resource, namer, references)
}

/** Creates a row as the API does; returns its id. */
async function addRow(db: Database, resource: Resource): Promise<string> {
  const hooks: AreaHooks = (areaHooks as Readonly<Record<string, AreaHooks | undefined>>)[resource.name] ?? {}
  const actor = { userId: '01890000-0000-7000-8000-000000000000', requestId: 'test' }
  return (await createRow({ db, resource, hooks }, await draftOf(db, resource), actor, null)).id
}
