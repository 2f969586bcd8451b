// @module-tag postgres
import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { ensureMonths, forgetMonths, partitions } from '../../../src/server/telemetry/months'
import { sweepTelemetry } from '../../../src/server/telemetry/retention'
import { measuredAt } from '../../support/rows/measured'
import { insertSensor } from '../../support/rows/rows'
import { oneServer } from '../../support/server/hooks'
import { signal } from '../../support/signal'

const server = oneServer()

/** Reads the readings in a transaction that stays open, as a backup does; the returned function ends it. */
async function read(): Promise<() => Promise<void>> {
  const [reads, over] = [signal(), signal()]
  const ended = server.db.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    await tx.query(sql`select from datapoints`)
    reads.give()
    await over.given
  })
  const end = async (): Promise<void> => {
    over.give()
    await ended
  }
  onTestFinished(end)
  await Promise.race([reads.given, ended])
  return end
}

it('begins during a backup, and its readings are stored', async () => {
  const sensorId = await insertSensor(server.db)
  await read()
  await ensureMonths(server.db, ['2001-02'])
  await measuredAt(server, sensorId, 'soil_moisture', [[Date.parse('2001-02-28T23:59:59Z'), 30]])
  const { rows } = await server.db.query(sql`
    select tableoid::regclass::text as month from datapoints where sensor_id = ${sensorId}`)
  expect(rows).toEqual([{ month: 'datapoints_2001_02' }])
})

it('is created once by processes that need it at once', async () => {
  await Promise.all(
    [1, 2, 3].map(() => {
      forgetMonths(server.db)
      return ensureMonths(server.db, ['2002-12'])
    }),
  )
  expect(await partitions(server.db)).toContainEqual({ name: 'datapoints_2002_12', month: '2002-12' })
})

it('stays past its retention for as long as a backup reads, without making others wait', async () => {
  await ensureMonths(server.db, ['2003-01'])
  const end = await read()
  await expect(sweepTelemetry(server.deps)).rejects.toMatchObject({ cause: { message: expect.stringMatching(/lock timeout/) } })
  await end()
  await sweepTelemetry(server.deps)
  expect((await partitions(server.db)).map(({ month }) => month)).not.toContain('2003-01')
})
