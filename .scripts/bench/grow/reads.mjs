import { readdirSync, readFileSync } from 'node:fs'

/** What is measured of reading: [title, address]. `curve` is the sensor with very many readings, `until` the time of the last, milliseconds. */
export function readsOf({ curve, until, days, plain }) {
  const series = (id, metric, back) => {
    const [from, to] = [until - back * 86_400_000, until + 1000].map((at) => encodeURIComponent(new Date(at).toISOString()))
    return `/api/v1/sensors/${id}/datapoints?metric=${metric}&from=${from}&to=${to}&points=500`
  }
  const lists = [
    '/api/v1/gateways',
    '/api/v1/gateways?state=offline&sort=-lastSeenAt',
    '/api/v1/gateways?q=north',
    '/api/v1/sensors',
    '/api/v1/sensors?sort=-lastSeenAt',
    '/api/v1/sensors?sort=-datapointsCount',
    '/api/v1/sensors?sort=state&page=20',
    '/api/v1/sensors?batteryLow=true&sort=batteryPct',
    '/api/v1/sensors?state=offline&sort=gatewayName',
    '/api/v1/sensors?q=moist',
  ]
  return [
    ['dashboard analytics', ['/api/v1/dashboard/analytics']],
    ['dashboard attention', ['/api/v1/dashboard/attention']],
    ['lists of gateways and sensors', lists],
    [`curve of all readings of one sensor`, [series(curve, 'soil_moisture', days)]],
    ['curve of a day', [series(plain, 'air_temperature', 1)]],
    ['latest readings of a sensor', [`/api/v1/sensors/${plain}/latest`]],
  ]
}

/** Milliseconds that an answer takes: percentiles of so many runs of each address. What waits for a processor waits longer than it works. */
export async function measure({ origin, token, processes }, addresses, runs) {
  const times = []
  for (const address of addresses)
    for (let run = -3; run < runs; run += 1) {
      const before = [performance.now(), cpuOf(processes())]
      const answer = await fetch(`${origin}${address}`, { headers: { authorization: `Bearer ${token}` } })
      const text = await answer.text()
      if (answer.status !== 200) console.log(`${address} was answered with ${answer.status}: ${text}`)
      const [wall, used] = [performance.now() - before[0], cpuOf(processes()) - before[1]]
      if (answer.status !== 200) times.push(Infinity)
      else if (run >= 0) times.push(used > 0 ? Math.min(wall, used) : wall)
    }
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.ceil(share * times.length) - 1]
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Milliseconds of CPU that processes have had so far; 0 where the system does not tell. */
export function cpuOf(processes) {
  const used = (file) => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  let sum = 0
  for (const pid of processes)
    try {
      for (const task of readdirSync(`/proc/${pid}/task`)) sum += used(`/proc/${pid}/task/${task}/schedstat`)
    } catch {
      // It ended, or there is no /proc.
    }
  return sum
}

/** Megabytes of memory of a process: now, and at most so far. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}
