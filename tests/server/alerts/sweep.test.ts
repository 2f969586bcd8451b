import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { sweepAlerts } from '../../../src/server/alerts/sweep'
import type { Database } from '../../../src/server/db/database'
import { insert, insertGateway, insertHardware } from '../../support/rows/rows'
import { oneServer } from '../../support/server/hooks'

const server = oneServer()

it('deletes old deliveries and alerts that ended long ago, a limited number at once', async () => {
  const channel = await insert(server.db, 'notification_channels', { name: 'Night', kind: 'mail', recipients: [] })
  const gateway = await insertGateway(server.db, { hardware_id: await insertHardware(server.db) })
  for (const [days, count] of [
    [31, 10_001],
    [29, 1],
  ] as const)
    await server.db.query(sql`
      insert into alert_deliveries (id, channel_id, created_at, due_at, attempts, sent_at)
      select new_id(), ${channel}, now() - make_interval(days => ${days}), now(), 1, now() from generate_series(1, ${count})`)
  for (const [days, count] of [
    [401, 10_001],
    [399, 1],
    [null, 1],
  ] as const)
    await server.db.query(sql`
      insert into alerts (id, rule_name, kind, severity, subject, subject_id, subject_name, title, opened_at, status, over_at)
      select new_id(), 'Offline', 'gateway_offline', 'info', 'Gateway', ${gateway}, 'Attic', 'Attic is offline', now() - interval '500 days',
        'resolved', now() - make_interval(days => ${days}) from generate_series(1, ${count})`)

  const deleted: number[] = []
  const db: Database = {
    ...server.db,
    async query(statement) {
      const answer = await server.db.query<never>(statement)
      deleted.push(answer.rowCount)
      return answer
    },
  }
  await sweepAlerts({ db, settings: server.settings })
  expect(deleted).toEqual([10_000, 1, 10_000, 1])
  for (const [table, left] of [
    ['alert_deliveries', 1],
    ['alerts', 2],
  ] as const)
    expect((await server.db.query(sql`select count(*) as count from ${raw(table)}`)).rows).toEqual([{ count: left }])
})
