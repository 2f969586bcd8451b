// `npm run cluster`: runs Frond with several processes and databases, on this machine only, and shows what happens when parts of it fail.
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { tidily } from '../bench/tidy'
import { failover } from './campaign'
import { startCluster } from './cluster'
import { playByKeys } from './keys'
import { findPrograms } from './programs'

const help = `npm run cluster [-- --campaign failover [--times N]]

Starts three processes of Frond behind nginx, PgBouncer, and PostgreSQL with a synchronous standby under Patroni and etcd, all on
127.0.0.1, with simulated gateways as load. Keys make parts of it fail. It ends, and leaves nothing behind, at q or Ctrl+C.

  --campaign failover  kills the primary under writers, without a terminal; the report is in reports/cluster
  --times N            as often as this (20)
`

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { campaign: { type: 'string' }, times: { type: 'string', default: '20' }, help: { type: 'boolean' } },
  })
  if (values.help === true) {
    console.log(help)
    return 0
  }
  const times = /^[1-9]\d{0,3}$/.test(values.times) ? Number(values.times) : null
  if (times === null) throw new Error(`--times must be a whole number from 1 to 9999, not ${values.times}`)
  if (values.campaign !== undefined && values.campaign !== 'failover')
    throw new Error(`--campaign is failover, not ${values.campaign}`)
  if (values.campaign === undefined && !process.stdin.isTTY)
    throw new Error('Without a terminal there are no keys: say --campaign failover')
  const programs = findPrograms()
  ensureBuilt()
  let isGood = true
  await tidily(async (later) => {
    const cluster = await startCluster(programs, later, console.log)
    if (values.campaign === undefined) await playByKeys(cluster, later)
    else isGood = await failover(cluster, { times, later, say: console.log })
  })
  return isGood ? 0 : 1
}
