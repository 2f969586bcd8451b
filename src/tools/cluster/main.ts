// `npm run cluster`: runs Frond with several processes and databases, on this machine only, and shows what happens when parts of it fail.
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { withCleanup } from '../bench/tidy'
import { runCampaign } from './campaign'
import { startCluster } from './cluster'
import { faults, type CampaignName } from './faults'
import { playByKeys } from './keys'
import { findPrograms } from './programs'

const names = Object.keys(faults)
export const help = `npm run cluster -- [--campaign NAME [--times N]]

Starts three processes of Frond behind nginx, PgBouncer, and PostgreSQL with a synchronous standby under Patroni and etcd, all on
127.0.0.1, with simulated gateways as load. Keys make parts of it fail. It ends, and leaves nothing behind, at q or Ctrl+C.

  --campaign NAME  causes one kind of fault under writers, without a terminal; the report is in reports/cluster
${Object.entries(faults)
  .map(([name, { does }]) => `      ${name.padEnd(10)} ${does}`)
  .join('\n')}
  --times N        as often as this (20)`

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { campaign: { type: 'string' }, times: { type: 'string', default: '20' } },
  })
  const times = /^[1-9]\d{0,3}$/.test(values.times) ? Number(values.times) : null
  if (times === null) throw new Error(`--times must be a whole number from 1 to 9999, not ${values.times}`)
  const name = campaignOf(values.campaign)
  if (name === null && !process.stdin.isTTY)
    throw new Error(`Without a terminal there are no keys: name a campaign with --campaign (${names.join(', ')})`)
  const programs = findPrograms()
  ensureBuilt()
  let isGood = true
  await withCleanup(async (later) => {
    const cluster = await startCluster(programs, later, console.log)
    if (name === null) await playByKeys(cluster, later)
    else isGood = await runCampaign(cluster, { name, times, later, say: console.log })
  })
  return isGood ? 0 : 1
}

function campaignOf(name: string | undefined): CampaignName | null {
  if (name === undefined) return null
  if (Object.hasOwn(faults, name)) return name as CampaignName
  throw new Error(`--campaign is ${names.join(', ')}, not ${name}`)
}
