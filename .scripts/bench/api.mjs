// `npm run bench:api`: what a list of 50 costs beside bare Fastify over the same query, on the PostgreSQL of DATABASE_URL (filled, if it is
// empty) or a throwaway one. `-- --rows 100000`. `npm run bench:lists` times every list.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fail } from '../root.mjs'
import { bareServer } from './bare.mjs'
import { openFleet } from './fleet.mjs'

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } })

try {
  const databaseUrl = process.env.DATABASE_URL ?? null
  const fleet = await openFleet({ engine: 'postgres', rows: Number(options.rows), areas: ['gateways', 'sensors'], databaseUrl })
  const origin = await fleet.app.listen({ port: 0, host: '127.0.0.1' })
  await measureCost(fleet.settings.databaseUrl, origin, fleet.token)
  await fleet.close()
  process.exit(0)
} catch (error) {
  fail(error)
}

/** CPU of this process a request, beside bare Fastify with the same query and schema; rounds alternate. */
async function measureCost(databaseUrl, origin, token) {
  const bare = await bareServer(databaseUrl)
  const contenders = {
    bare: [bare.url, {}],
    frond: [`${origin}/api/v1/gateways?pageSize=50`, { authorization: `Bearer ${token}` }],
  }
  const costs = { bare: [], frond: [] }
  for (let round = 0; round < 5; round++)
    for (const [name, [url, headers]] of Object.entries(contenders)) costs[name].push(await costOf(url, headers))
  await bare.close()
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const [floor, ours] = [median(costs.bare), median(costs.frond)]
  console.log(
    `list of 50: ${ours.toFixed(0)} µs CPU a request, bare Fastify and pg ${floor.toFixed(0)} µs, ratio ${(ours / floor).toFixed(2)}`,
  )
}

async function costOf(url, headers) {
  await fire(url, headers, 200)
  const count = 1500
  const before = process.cpuUsage()
  await fire(url, headers, count)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Has another process send requests, sixteen at a time. */
function fire(url, headers, count) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('fire.mjs', import.meta.url)), [url, JSON.stringify(headers), String(count)])
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`fire.mjs ended with ${code}`))))
  })
}
