import sql, { join, raw } from 'sql-template-tag'
import { v7 as newId } from 'uuid'
import type { AlertRuleDraft } from '../../../src/contract/alertRules'
import type { GatewayFirmwareDraft } from '../../../src/contract/gatewayFirmwares'
import type { GatewayHardwareDraft } from '../../../src/contract/gatewayHardwares'
import type { GatewayDraft } from '../../../src/contract/gateways'
import type { HumidityGroupDraft } from '../../../src/contract/humidityGroups'
import type { LightGroupDraft } from '../../../src/contract/lightGroups'
import type { PlantDraft } from '../../../src/contract/plants'
import type { SensorDraft } from '../../../src/contract/sensors'
import type { TemperatureGroupDraft } from '../../../src/contract/temperatureGroups'
import type { TroubleshootDraft } from '../../../src/contract/troubleshoots'
import { updateLatestOf } from '../../../src/server/areas/latestFirmwares'
import type { Queryable } from '../../../src/server/db/database'

type Columns = Readonly<Record<string, unknown>>

/** Inserts a row with these columns; returns its id. */
export async function insert(db: Queryable, table: string, columns: Columns): Promise<string> {
  const row = { id: newId(), ...columns }
  await db.query(
    sql`insert into ${raw(table)} (${raw(Object.keys(row).join(', '))}) values (${join(Object.values(row).map((value) => sql`${value}`))})`,
  )
  return row.id
}

let made = 0

/** Returns six digits that no other row of this worker's run has. */
export function unique(): string {
  made += 1
  return String(made).padStart(6, '0')
}

/** The time so many seconds ago. */
export function ago(seconds: number): Date {
  return new Date(Date.now() - seconds * 1000)
}

/** The id of no row. */
export const nobody = '01890000-0000-7000-8000-000000000000'

export function insertHardware(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'gateway_hardwares', { vendor: 'Fernwerk', model: `Hub ${unique()}`, revision: 'r1', ...columns })
}

/** Inserts a released firmware for these hardwares. */
export async function insertFirmware(db: Queryable, hardwareIds: readonly string[], columns: Columns = {}): Promise<string> {
  const firmware = {
    name: 'Hub OS',
    semver: `3.${unique().replace(/^0+/, '')}.0`,
    channel: 'stable',
    status: 'released',
    ...columns,
  }
  const id = await insert(db, 'gateway_firmwares', firmware)
  for (const hardwareId of hardwareIds) await insertCompatible(db, id, hardwareId)
  return id
}

/** Records that a firmware runs on a hardware. */
export async function insertCompatible(db: Queryable, firmwareId: string, hardwareId: string): Promise<void> {
  await db.query(sql`
    insert into gateway_firmware_hardwares (firmware_id, hardware_id, channel, status, semver_key)
    select id, ${hardwareId}::uuid, channel, status, semver_key from gateway_firmwares where id = ${firmwareId}`)
  await updateLatestOf(db, [firmwareId])
}

export function insertPlant(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'plants', { scientific_name: `Monstera ${unique()}`, family: 'Araceae', status: 'published', ...columns })
}

/** Inserts a troubleshoot of a plant. */
export function insertTroubleshoot(db: Queryable, columns: Columns & { readonly plant_id: string }): Promise<string> {
  const defaults = {
    symptom: `Brown tips ${unique()}`,
    cause: 'Dry air',
    affected_part: 'leaf',
    category: 'abiotic',
    severity: 'low',
  }
  return insert(db, 'troubleshoots', { ...defaults, ...columns })
}

/** Inserts a gateway that was seen just now. */
export async function insertGateway(db: Queryable, columns: Columns & { readonly hardware_id: string }): Promise<string> {
  const n = unique()
  const defaults = { name: `Gateway ${n}`, eui: `70B3D57ED0${n}`, serial_number: `SN-${n}`, last_seen_at: new Date() }
  return insert(db, 'gateways', { ...defaults, ...columns })
}

/** Inserts a sensor that was seen just now, with its row of latest readings: neither row may exist alone. */
export async function insertSensor(db: Queryable, columns: Columns = {}): Promise<string> {
  const n = unique()
  const { last_seen_at = new Date(), battery_pct = null, ...given } = columns
  const sensor = { id: newId(), name: `Sensor ${n}`, eui: `A84041FF00${n}`, reporting_interval_s: 300, ...given }
  await db.query(sql`
    with sensor as (
      insert into sensors (${raw(Object.keys(sensor).join(', '))}) values (${join(Object.values(sensor).map((value) => sql`${value}`))})
      returning id, reporting_interval_s
    )
    insert into sensor_stats (sensor_id, reporting_interval_s, last_seen_at, battery_pct)
    select id, reporting_interval_s, (${last_seen_at})::timestamptz, (${battery_pct})::double precision from sensor`)
  return sensor.id
}

export function insertHumidityGroup(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'humidity_groups', { name: `Moist ${unique()}`, soil_moisture_min: 15, soil_moisture_max: 60, ...columns })
}

export function insertTemperatureGroup(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'temperature_groups', { name: `Warm ${unique()}`, min_c: 5, max_c: 35, ...columns })
}

export function insertLightGroup(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'light_groups', { name: `Light ${unique()}`, exposure: 'part_sun', dli_min: 4, dli_max: 8, ...columns })
}

export function insertUser(db: Queryable, fullname: string, email: string, active = true): Promise<string> {
  const [firstName = '', lastName] = fullname.split(' ')
  const now = new Date()
  return insert(db, 'users', {
    created_at: now,
    updated_at: now,
    first_name: firstName,
    last_name: lastName,
    fullname,
    email,
    email_key: email,
    active,
  })
}

/** Inserts an open, new request. */
export function insertPlantRequest(db: Queryable, columns: Columns = {}): Promise<string> {
  return insert(db, 'plant_requests', { requested_name: `Silver fern ${unique()}`, ...columns })
}

/** Makes a gateway as a client would create it. */
export function gatewayDraft(hardwareId: string, changes: Partial<GatewayDraft> = {}): GatewayDraft {
  const n = unique()
  return {
    name: `Greenhouse ${n}`,
    eui: `70B3D57ED1${n}`,
    serialNumber: `FW-${n}`,
    description: null,
    hardwareId,
    targetFirmwareId: null,
    updateChannel: 'stable',
    reportingIntervalS: 30,
    latitude: null,
    longitude: null,
    altitudeM: null,
    tags: ['north'],
    ...changes,
  }
}

/** Makes a sensor as a client would create it. */
export function sensorDraft(changes: Partial<SensorDraft> = {}): SensorDraft {
  const n = unique()
  return {
    name: `Bed ${n}`,
    eui: `A84041FF01${n}`,
    model: 'Moist 2',
    gatewayId: null,
    plantId: null,
    reportingIntervalS: 300,
    externalPower: false,
    moistureCalibrated: true,
    ...changes,
  }
}

/** Makes a humidity group as a client would create it. */
export function humidityGroupDraft(changes: Partial<HumidityGroupDraft> = {}): HumidityGroupDraft {
  const ranges = { soilMoistureMin: 15, soilMoistureMax: 60, airHumidityMin: null, airHumidityMax: null }
  return { name: `Moist ${unique()}`, ...ranges, ...changes }
}

/** Makes a temperature group as a client would create it. */
export function temperatureGroupDraft(changes: Partial<TemperatureGroupDraft> = {}): TemperatureGroupDraft {
  return { name: `Warm ${unique()}`, minC: 5, maxC: 35, idealMinC: 18, idealMaxC: 26, ...changes }
}

/** Makes a light group as a client would create it. */
export function lightGroupDraft(changes: Partial<LightGroupDraft> = {}): LightGroupDraft {
  const ranges = { dliMin: 4, dliMax: 8, luxMin: null, luxMax: null }
  return { name: `Light ${unique()}`, exposure: 'part_sun', ...ranges, ...changes }
}

/** Makes a plant as a client would create it. */
export function plantDraft(changes: Partial<PlantDraft> = {}): PlantDraft {
  return {
    scientificName: `Hoya ${unique()}`,
    cultivar: null,
    commonNames: [
      { lang: 'en', name: 'Wax plant' },
      { lang: 'de', name: 'Wachsblume' },
    ],
    synonyms: ['Asclepias carnosa'],
    family: 'Apocynaceae',
    category: 'climber',
    status: 'draft',
    humidityGroupId: null,
    temperatureGroupId: null,
    lightGroupId: null,
    phMin: 6,
    phMax: 7.5,
    soilEcMin: null,
    soilEcMax: null,
    care: { watering: 'Let it dry between waterings.', sunlight: null, soil: null, pruning: null, fertilization: null },
    toxicity: 'none',
    imageUrl: null,
    imageCredit: null,
    sourceUrl: 'https://powo.science.kew.org/',
    ...changes,
  }
}

/** Makes a troubleshoot as a client would create it. */
export function troubleshootDraft(plantId: string, changes: Partial<TroubleshootDraft> = {}): TroubleshootDraft {
  return {
    plantId,
    symptom: `Curled leaves ${unique()}`,
    affectedPart: 'leaf',
    category: 'pest',
    cause: 'Aphids',
    remedy: { immediate: 'Rinse them off.', biological: 'Lacewings', chemical: null },
    prevention: 'Look under the leaves each week.',
    severity: 'medium',
    sortOrder: 0,
    ...changes,
  }
}

/** Makes a gateway hardware as a client would create it. */
export function hardwareDraft(changes: Partial<GatewayHardwareDraft> = {}): GatewayHardwareDraft {
  return {
    vendor: 'Fernwerk',
    model: `Hub ${unique()}`,
    revision: 'r2',
    partNumber: 'FW-200',
    radios: ['LoRaWAN', 'Ethernet'],
    region: 'EU868',
    power: 'PoE 802.3af',
    operatingMinC: -20,
    operatingMaxC: 55,
    ipCode: 'IP67',
    status: 'active',
    ...changes,
  }
}

/** Makes a gateway firmware as a client would create it. */
export function firmwareDraft(hardwareIds: readonly string[], changes: Partial<GatewayFirmwareDraft> = {}): GatewayFirmwareDraft {
  return {
    name: `Hub OS ${unique()}`,
    semver: '4.0.0',
    channel: 'stable',
    releaseNotes: 'Joins faster.',
    minFromVersion: '0.9.0',
    hardwareIds: [...hardwareIds],
    ...changes,
  }
}

/** Makes a rule as a client would create it: for gateways that are offline, everywhere, at once. */
export function ruleDraft(changes: Partial<AlertRuleDraft> = {}): AlertRuleDraft {
  const scope = { tags: [], gatewayIds: [], plantIds: [], humidityGroupIds: [], temperatureGroupIds: [], lightGroupIds: [] }
  return {
    name: `Rule ${unique()}`,
    kind: 'gateway_offline',
    metric: null,
    forS: 0,
    severity: 'warning',
    ...scope,
    channelIds: [],
    active: true,
    silencedUntil: null,
    ...changes,
  }
}
