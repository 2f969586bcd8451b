import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { notifyOfReadings } from '../../../src/server/events/readings'
import { watchSilences } from '../../../src/server/telemetry/silences'
import { insert, insertGateway, insertHardware, insertSensor } from '../../support/rows/rows'
import { dataOf } from '../../support/server/events'
import { changeOf, listening } from '../../support/server/listening'

const { server, listener, createGroup } = listening()

it('announces the devices that went offline since the last look and the sensors of silent gateways, once, and no others', async () => {
  const hardware_id = await insertHardware(server.db)
  const add = (last_seen_at: Date) => insertGateway(server.db, { hardware_id, last_seen_at })
  await add(new Date(0))
  await add(new Date())
  const gateway = await add(new Date())
  const sensor = await insertSensor(server.db, { last_seen_at: new Date() })
  const unreachable = await insertSensor(server.db, { gateway_id: gateway, last_seen_at: new Date() })
  const tellSilences = watchSilences(server.db)
  await tellSilences()
  const stream = await listener()
  // Once a change arrives, the process listens to the database.
  await changeOf(stream, (await createGroup('First')).id, 'created')
  const end = sql`last_seen_at = now() - make_interval(secs => 2 * reporting_interval_s)`
  await server.db.query(sql`update gateways set ${end} where id = ${gateway}`)
  await server.db.query(sql`update sensor_stats set ${end} where sensor_id = ${sensor}`)

  await tellSilences()
  await tellSilences()
  // Arrives after whatever was sent before it.
  const mark = randomUUID()
  await notifyOfReadings(server.db, [mark], [])
  await stream.next(({ data }) => data.includes(mark))
  const readings = stream.events.filter(({ event }) => event === 'readings').map(dataOf)
  // Without ids: anything may have reported before the process listened.
  const named = readings.filter(({ ids }) => ids !== null).slice(0, -1)
  // PGlite's clock has milliseconds: what ended in that of the first look is announced by the second.
  const idsOf = (area: string) => named.filter((data) => data['area'] === area).flatMap(({ ids }) => ids as string[])
  expect(idsOf('Gateway')).toEqual([gateway])
  expect(idsOf('Sensor').toSorted()).toEqual([sensor, unreachable].toSorted())
})

it('announces at its first look what fell silent while the server restarted', async () => {
  const hardware_id = await insertHardware(server.db)
  const last_seen_at = new Date()
  const gateway = await insertGateway(server.db, { hardware_id, last_seen_at })
  await server.db.query(sql`
    update gateways set last_seen_at = now() - make_interval(secs => 2 * reporting_interval_s + 40) where id = ${gateway}`)
  const stream = await listener()
  await changeOf(stream, (await createGroup('Second')).id, 'created')

  await watchSilences(server.db)()
  await stream.next(({ event, data }) => event === 'readings' && data.includes(gateway))
})

it('announces the rules whose silence is over, and that the snooze of an acknowledged alert is', async () => {
  const addRule = (name: string) =>
    insert(server.db, 'alert_rules', {
      name,
      kind: 'battery_low',
      severity: 'info',
      silenced_until: new Date(Date.now() + 3_600_000),
    })
  const [over] = [await addRule('Over'), await addRule('Silenced')]
  const fields = {
    rule_name: 'Over',
    kind: 'battery_low',
    severity: 'info',
    subject: 'Sensor',
    subject_name: 'Basil',
    title: 'Basil',
  }
  const alert = await insert(server.db, 'alerts', {
    ...fields,
    subject_id: randomUUID(),
    opened_at: new Date(),
    status: 'acknowledged',
    snoozed_until: new Date(Date.now() + 3_600_000),
  })
  const tellSilences = watchSilences(server.db)
  await tellSilences()
  const stream = await listener()
  await changeOf(stream, (await createGroup('Third')).id, 'created')
  const from = stream.events.length
  const about = (area: string) =>
    stream.events
      .slice(from)
      .map(dataOf)
      .filter((data) => data['area'] === area)
  await server.db.query(sql`update alert_rules set silenced_until = now() where id = ${over}`)

  await tellSilences()
  await stream.next(({ data }) => data.includes(over), from)
  expect([about('AlertRule'), about('Alert')]).toEqual([[{ area: 'AlertRule', ids: [over] }], []])
  await server.db.query(sql`update alerts set snoozed_until = now() where id = ${alert}`)
  await tellSilences()
  await stream.next((event) => dataOf(event)['area'] === 'Alert', from)
  expect([about('AlertRule'), about('Alert')]).toEqual([[{ area: 'AlertRule', ids: [over] }], [{ area: 'Alert', ids: null }]])
})
