import { ANALYTICS_PATH, ATTENTION_PATH, POSITIONS_PATH, TRENDS_PATH } from '../../../contract/constants'
import { DAY_MS } from '../../../contract/durations'
import { adminEmail, adminPassword } from '../../product'
import { processorOf, spentSince } from '../processor'
import type { Filled } from './fill'

/** Its name, and the addresses that are requested in turn. */
type Reading = readonly [title: string, addresses: readonly string[]]

/** Percentiles, ms. */
export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** The cost of a read: elapsed time, and processor time, null where that cannot be known. */
export interface Read {
  readonly title: string
  readonly clock: Percentiles
  readonly cpu: Percentiles | null
}

/** The address of a server, and the processes whose time is measured. */
export interface Target {
  readonly origin: string
  processes(): number[]
}

/** Rounds that are not measured. */
const WARM = 20

/** The reads that are measured. */
export function readsOf({ curve, until, days, plain, plant, gateway }: Filled): Reading[] {
  const series = (id: string, metric: string, back: number): string => {
    const [from, to] = [until - back * DAY_MS, until + 1000].map((at) => encodeURIComponent(new Date(at).toISOString())) as [
      string,
      string,
    ]
    return `/api/v1/sensors/${id}/datapoints?metric=${metric}&from=${from}&to=${to}&points=500`
  }
  const moisture = (title: string, back: number): Reading => [`curve of ${title}`, [series(curve, 'soil_moisture', back)]]
  return [
    ['the least: one’s own account', ['/api/v1/account']],
    ...dashboard(),
    ['page of sensors', ['/api/v1/sensors']],
    ['lists of gateways and sensors', lists],
    ['sensor with its latest readings', [`/api/v1/sensors/${plain}/latest`]],
    ['plant’s readings, a hundred sensors', [`/api/v1/plants/${plant}/readings`]],
    ['gateway’s check-ins', [`/api/v1/gateways/${gateway}/traffic`]],
    ['curve of a day, usual sensor', [series(plain, 'air_temperature', 1)]],
    ['curve of a year, usual sensor', [series(plain, 'air_temperature', 365)]],
    moisture('an hour, a reading every 10 s', 1 / 24),
    moisture('a day', 1),
    moisture('ten days', 10),
    moisture('a year', 365),
    moisture('all readings of that sensor', days),
  ]
}

/** Titles of the dashboard's reads. */
export const dashboardTitles = {
  analytics: 'dashboard analytics',
  attention: 'dashboard attention',
  trends: 'dashboard trends',
  positions: 'dashboard map',
} as const

/** What everybody sees first. */
export function dashboard(when = ''): Reading[] {
  return [
    [`${dashboardTitles.analytics}${when}`, [ANALYTICS_PATH]],
    [`${dashboardTitles.attention}${when}`, [ATTENTION_PATH]],
    [`${dashboardTitles.trends}${when}`, [TRENDS_PATH]],
    [`${dashboardTitles.positions}${when}`, [POSITIONS_PATH]],
  ]
}

const lists = [
  '/api/v1/gateways',
  '/api/v1/gateways?state=offline&sort=-lastSeenAt',
  '/api/v1/gateways?q=north',
  '/api/v1/sensors?sort=-lastSeenAt',
  '/api/v1/sensors?sort=-datapointsCount',
  '/api/v1/sensors?sort=state&page=20',
  '/api/v1/sensors?batteryLow=true&sort=batteryPct',
  '/api/v1/sensors?state=offline&sort=gatewayName',
  '/api/v1/sensors?condition=out_of_range&sort=plantName',
  '/api/v1/sensors?q=moist',
]

/** Requests all of `reads` from the server at `origin`, as its administrator, each of them `runs` times, with its addresses in turn. */
export async function measureReads({ origin, processes }: Target, reads: readonly Reading[], runs: number): Promise<Read[]> {
  const body = JSON.stringify({ email: adminEmail, password: adminPassword, role: 'admin' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/api/v1/users/login`, { method: 'POST', headers, body })
  const { token } = ((await answer.json()) as { result: { token: string } }).result
  const results = reads.map(([title, addresses]) => ({ title, addresses, clock: [] as number[], cpu: [] as number[] }))
  // In turns, so that a new server's slow start and other work of the machine slow all of them.
  for (let run = -WARM; run < runs; run += 1)
    for (const { addresses, clock, cpu } of results) {
      const before = processorOf(processes())
      const took = await ask(`${origin}${addresses[(run + WARM) % addresses.length] ?? ''}`, token)
      if (run < 0) continue
      clock.push(took)
      cpu.push(spentSince(before, processes()))
    }
  return results.map(({ title, clock, cpu }) => ({
    title,
    clock: spread(clock),
    cpu: cpu.every((spent) => spent > 0) ? spread(cpu) : null,
  }))
}

/** Elapsed milliseconds; infinite for what the server gives up. */
async function ask(address: string, token: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (answer.status === 200) return performance.now() - began
  console.log(`${address} was answered with ${answer.status}: ${text}`)
  return Infinity
}

function spread(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Infinity
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
