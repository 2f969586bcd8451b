// `npm run bench:api`: what a list of 50 costs beside bare Fastify over the same query, on the PostgreSQL of DATABASE_URL (filled, if it is
// empty) or a throwaway one. `-- --rows 100000`. `npm run bench:lists` times every list.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareServer } from './bare'
import { openFleet } from './fleet'
import { median } from './median'

type Headers = Readonly<Record<string, string>>

/** Measures the API; answers the exit code. */
export async function measureApi(args: string[]): Promise<number> {
  const { values: options } = parseArgs({ args, options: { rows: { type: 'string', default: '100000' } } })
  const databaseUrl = process.env['DATABASE_URL'] ?? null
  const fleet = await openFleet({ engine: 'postgres', rows: Number(options.rows), areas: ['gateways', 'sensors'], databaseUrl })
  const origin = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  await measureCost(fleet.settings.databaseUrl, origin, fleet.token)
  await fleet.close()
  return 0
}

/** CPU of this process a request, beside bare Fastify with the same query and schema; rounds alternate. */
async function measureCost(databaseUrl: string | null, origin: string, token: string): Promise<void> {
  if (databaseUrl === null) throw new Error('The cost is measured on PostgreSQL')
  const bare = await bareServer(databaseUrl)
  const authorized = { authorization: `Bearer ${token}` }
  const costs: Record<'bare' | 'frond', number[]> = { bare: [], frond: [] }
  for (let round = 0; round < 5; round++) {
    costs.bare.push(await costOf(bare.url, {}))
    costs.frond.push(await costOf(`${origin}/api/v1/gateways?pageSize=50`, authorized))
  }
  await bare.close()
  const [floor, ours] = [median(costs.bare), median(costs.frond)]
  console.log(
    `list of 50: ${ours.toFixed(0)} µs CPU a request, bare Fastify and pg ${floor.toFixed(0)} µs, ratio ${(ours / floor).toFixed(2)}`,
  )
}

async function costOf(url: string, headers: Headers): Promise<number> {
  await fire(url, headers, 200)
  const count = 1500
  const before = process.cpuUsage()
  await fire(url, headers, count)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Has another process send requests, sixteen at a time. */
function fire(url: string, headers: Headers, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'fire.js'), [url, JSON.stringify(headers), String(count)])
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The sender of requests ended with ${code}`))))
  })
}
