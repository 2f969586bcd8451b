import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/demo/seed'
import { advanceRollouts } from '../../src/server/rollouts/advance'
import { optionsOf } from '../../src/tools/simulate/options'
import { simulate } from '../../src/tools/simulate/simulate'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'

// The demo has five days of readings, and all its gateways post, on a machine that may be busy.
const PATIENT = { timeout: 120_000 }

const server = oneServer()
let url: string
beforeAll(async () => {
  await server.signIn()
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})

/** Runs the command with these options, until a line matches `ends`. */
async function run(args: readonly string[], ends?: RegExp): Promise<{ stored: number; lines: readonly string[] }> {
  const options = optionsOf(['--url', url, '--existing', '--history=0', '--faults=0', '--outages=0', '--failures=0', ...args])
  const done = new AbortController()
  const lines: string[] = []
  const { stored } = await simulate({ ...options, ...ADMIN }, done.signal, (line) => {
    lines.push(line)
    if (ends?.test(line)) done.abort()
  })
  return { stored, lines }
}

interface Counts {
  readonly gateways: number
  readonly sensors: number
  readonly plants: number
  readonly readings: number
}
async function counts(): Promise<Counts | undefined> {
  const { rows } = await server.db.query<Counts>(sql`
    select (select count(*) from gateways) as gateways, (select count(*) from sensors) as sensors,
      (select count(*) from plants) as plants, (select count(*) from datapoints) as readings`)
  return rows[0]
}

describe('npm run simulate -- --existing', PATIENT, () => {
  it('says so when there is no gateway', async () => {
    await expect(run(['--rounds=1'])).rejects.toThrow('There is no gateway yet: leave out --existing, and some are created')
  })

  it('continues the demo: its gateways post readings of their sensors, and nothing is created', async () => {
    await seedDemo(server.deps)
    const before = await counts()
    const since = new Date()
    const { stored, lines } = await run(['--rounds=1', '--gateways=100', '--sensors=3'])
    expect(lines[0]).toMatch(/^Taking over up to 100 gateways with up to 3 sensors each at /)
    expect(await counts()).toEqual({ ...before, readings: (before?.readings ?? 0) + stored })
    const { rows } = await server.db.query<{ name: string; seen: boolean; expected: number; stored: number }>(sql`
      select g.name, g.last_seen_at >= ${since} as seen, least(3, count(distinct s.id)) * 6 as expected, count(d.metric) as stored
      from gateways g left join sensors s on s.gateway_id = g.id
      left join datapoints d on d.sensor_id = s.id and d.measured_at >= ${since}
      group by g.id order by g.name`)
    expect(rows.length).toBe(before?.gateways)
    expect(rows.length).toBeLessThan(100)
    expect(rows.filter(({ seen, expected, stored: own }) => !seen || own !== expected)).toEqual([])
  })

  it('rolls a firmware out to them', async () => {
    const stop = server.deps.jobs.every('rollouts', 50, () => advanceRollouts(server.db))
    // Five gateways are the canary: with six, a wave has begun.
    const { lines } = await run(['--gateways=100', '--sensors=1', '--every=0.2', '--rollout=good'], / ([6-9]|\d\d) run it/)
    await stop()
    expect(lines.at(-1)).toMatch(
      /^Simulated 1\.1\.0 is (running|finished): of \d+ gateways \d+ run it, \d+ are under way, 0 failed$/,
    )
  })
})
