import sql from 'sql-template-tag'
import type { Deps } from '../server/deps'
import { ensureMonths } from '../server/telemetry/months'
import { insertActivity } from './activity'
import { insertAlerts } from './alerts'
import { insertCatalogue } from './catalogue'
import { insertDeliveries } from './deliveries'
import { demoFirmwares } from './firmwares'
import { demoGateways, insertGateways, type DemoGateway } from './gateways'
import { assignGroups, insertGroups } from './groups'
import { demoHardwares } from './hardwares'
import { historyMonths, insertHistory } from './measurements'
import { insertInvitationsAndSessions, insertPeople } from './people'
import { insertPlantRequests } from './plantRequests'
import { insertPlantFacts } from './plantFacts'
import { insertPastAlerts } from './pastAlerts'
import { demoPlants, insertPlants } from './plants'
import { insertRollouts } from './rollouts'
import { demoSensors, insertSensors, type DemoSensor } from './sensors'
import { insertRollups, insertTraffic, insertUptime } from './traffic'

/** Key of the advisory lock held while seeding, so that only one process does it. */
const LOCK_KEY = 4_600_003

/** All devices of the demo at `now`; the same devices at every call. */
export function demoDevices(now: Date): { readonly gateways: DemoGateway[]; readonly sensors: DemoSensor[] } {
  const gateways = demoGateways(now, demoHardwares(now), demoFirmwares(now))
  return { gateways, sensors: demoSensors(now, gateways, demoPlants(now)) }
}

/** Fills an empty database with realistic rows; does nothing on any other. */
export async function seedDemo({ db, clock, settings }: Deps): Promise<void> {
  const now = clock()
  await ensureMonths(db, historyMonths(now))
  const seeded = await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`)
    const { rows } = await tx.query(sql`select 1 where exists (select from gateway_hardwares) or exists (select from plants)
      or exists (select from gateways) or exists (select from sensors)`)
    if (rows.length > 0) return false
    const { gateways, sensors } = demoDevices(now)
    await insertCatalogue(tx, demoHardwares(now), demoFirmwares(now))
    await insertGroups(tx, now)
    await insertPlants(tx, demoPlants(now))
    await assignGroups(tx, demoPlants(now), now)
    await insertPlantFacts(tx, demoPlants(now))
    await insertGateways(tx, gateways)
    await insertSensors(tx, sensors)
    await insertHistory(tx)
    await insertTraffic(tx)
    await insertPeople(tx, now)
    await insertPlantRequests(tx, now)
    await insertInvitationsAndSessions(tx, settings, now)
    await insertRollups(tx, now)
    await insertRollouts(tx, now)
    await insertAlerts(tx, now)
    await insertPastAlerts(tx, now, [...gateways, ...sensors])
    await insertUptime(tx)
    await insertDeliveries(tx, now)
    await insertActivity(tx, now)
    return true
  })
  if (seeded) await db.query(sql`analyze`)
}
