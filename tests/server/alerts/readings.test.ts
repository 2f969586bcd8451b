import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AlertRuleDraft } from '../../../src/contract/alertRules'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { judge as judgeReadings } from '../../../src/server/telemetry/condition'
import { signedIn, type AnyResult, type Call } from '../../support/server/calls'
import { emptiedServer } from '../../support/server/hooks'
import { insertHumidityGroup, insertLightGroup, insertPlant, insertSensor, ruleDraft } from '../../support/rows/rows'

const server = emptiedServer()
let call: Call
let sensor: string

beforeEach(async () => {
  call = await signedIn(server)
  const plant = await insertPlant(server.db, {
    humidity_group_id: await insertHumidityGroup(server.db, { soil_moisture_min: 20, soil_moisture_max: 60 }),
    light_group_id: await insertLightGroup(server.db, { dli_min: 5, dli_max: 20 }),
  })
  sensor = await insertSensor(server.db, { name: 'Basil', plant_id: plant })
})

const addRule = (changes: Partial<AlertRuleDraft>) => call('POST', '/api/v1/alert_rules/register', { body: ruleDraft(changes) })

/** Stores the sensor's latest reading of a metric, measured that many seconds ago. */
async function read(metric: string, value: number, seconds = 0): Promise<void> {
  const at = sql`now() - make_interval(secs => ${seconds})`
  await server.db.query(sql`
    insert into sensor_latest (sensor_id, metric, value, measured_at) values (${sensor}, ${metric}, ${value}, ${at})
    on conflict (sensor_id, metric) do update set value = excluded.value, measured_at = excluded.measured_at`)
  await judgeReadings(server.db, [sensor])
}

/** Evaluates the rules as in the next minute. */
async function judge() {
  await server.db.query(sql`update alert_rules set judged_at = null`)
  return judgeAlerts(server.db)
}

describe('a rule about missing readings', () => {
  it('waits as long as it says for a sensor whose light of a day was never known', async () => {
    await addRule({ kind: 'no_data', forS: 900 })
    await read('ppfd', 300)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_holds set since = since - interval '890 seconds'`)
    expect(await judge()).toMatchObject({ raised: 0 })
    await server.db.query(sql`update alert_holds set since = since - interval '20 seconds'`)
    expect(await judge()).toMatchObject({ raised: 1 })
    const { body } = await call<{ result: AnyResult[] }>('GET', '/api/v1/alerts')
    expect(body.result).toMatchObject([{ title: 'Basil has no current readings' }])
    expect(Date.now() - Date.parse(String(body.result[0]?.['openedAt']))).toBeGreaterThan(900_000)
  })
})
