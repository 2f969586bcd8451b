import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../.scripts/root.mjs'
import { accountPaths } from '../../contract/account'
import type { Later } from '../bench/tidy'
import { diceOf } from '../prove/dice'
import { createFindings, type Findings } from '../prove/findings'
import { clientOf, exchangeText, jsonRequest, type Client } from '../prove/http'
import { judge } from '../prove/kills/kills'
import { startWriters } from '../prove/kills/writers'
import { signIn } from '../prove/stage'
import type { Cluster } from './cluster'
import { faults, type CampaignName } from './faults'

interface CampaignOptions {
  readonly name: CampaignName
  readonly times: number
  readonly later: Later
  readonly say: (text: string) => void
}

/** Longest time without acknowledged writes after a fault, in seconds. */
const GOAL_S = 30
/** Longest pause between a settled cluster and the next fault, in milliseconds. */
const CALM_MS = 1500
/** Longest wait for the first write after a fault, in milliseconds; then the campaign gives up. */
const GIVE_UP_MS = 120_000
/** Connections of the writers: so many calls are under way at most. */
const CONNECTIONS = 8

/** One fault. */
interface Round {
  /** Seconds from the fault to the next acknowledged write. */
  readonly writesS: number
  /** Seconds from the fault until all parts run again and a standby follows. */
  readonly wholeS: number
}

/** Causes a fault `times` times while writers write; returns whether every check passed. */
export async function runCampaign(cluster: Cluster, { name, times, later, say }: CampaignOptions): Promise<boolean> {
  const fault = faults[name]
  const findings = createFindings()
  const seed = Date.now() % 100_000
  const statuses = new Map<number, number>()
  const client = noting(clientOf(cluster.origin, CONNECTIONS), statuses, findings, fault.cutsCalls)
  later(async () => client.stop())
  const { token } = await signIn(client)
  const dice = diceOf(seed)
  const run = { engine: 'postgres', seed, minutes: null, dice, findings, say, isOver: () => false, later } as const
  const writers = await startWriters(run, client, token)
  const rounds: Round[] = []
  for (let round = 1; round <= times; round += 1) {
    await cluster.settled()
    await sleep(dice.whole(CALM_MS))
    const cutBefore = statuses.get(502) ?? 0
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    const struck = await fault.strike(cluster, dice)
    // Answers already under way have arrived by now; later acknowledgements come in spite of the fault.
    await sleep(300)
    const before = writers.acknowledged()
    while (writers.acknowledged() === before) {
      if (seconds() * 1000 > GIVE_UP_MS) throw new Error(`No write was acknowledged within ${GIVE_UP_MS / 1000} s of a fault`)
      await sleep(20)
    }
    const writesS = seconds()
    if (writesS > GOAL_S) findings.add('writes were away for too long', struck.name, `${writesS.toFixed(1)} s`)
    const alive = await client.ask(jsonRequest('GET', accountPaths.account, { token }))
    if (alive.status !== 200) findings.add('a session did not outlive a fault', accountPaths.account, String(alive.status))
    await struck.restore()
    await cluster.settled()
    const cut = (statuses.get(502) ?? 0) - cutBefore
    if (cut > CONNECTIONS) findings.add('more calls were cut off than were under way', struck.name, `${cut} × 502`)
    rounds.push({ writesS, wholeS: seconds() })
    say(`  ${round}. ${struck.name}: writes again after ${writesS.toFixed(1)} s, ${writers.acknowledged()} acknowledged so far`)
    await judge(run, writers)
  }
  await writers.stop()
  await judge(run, writers)
  const missing = await writers.missingReadings()
  if (missing > 0)
    findings.add('an acknowledged reading was lost', 'POST /api/v1/datapoints', `${missing} of ${writers.measured.size}`)
  const text = reportOf({
    name,
    rounds,
    acknowledged: writers.acknowledged(),
    readings: writers.measured.size,
    statuses,
    findings,
  })
  const folder = join(root, 'reports', 'cluster')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), text)
  say(`\n${text}\nThe report: ${relative(process.cwd(), join(folder, `${name}.md`))}`)
  return findings.all().length === 0
}

/** Counts the answers by status. The only right failure is 503 with Retry-After, and 502 where the fault cuts off calls. */
function noting(client: Client, statuses: Map<number, number>, findings: Findings, mayCut: boolean): Client {
  return {
    ...client,
    async ask(request) {
      const answer = await client.ask(request)
      const { status, headers } = answer
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isRight = status === 503 ? headers['retry-after'] !== undefined : status === 502 && mayCut
      if (status >= 500 && !isRight)
        findings.add('an answer other than 503 with Retry-After', `${status}`, exchangeText(request, answer))
      return answer
    },
  }
}

interface Outcome {
  readonly name: CampaignName
  readonly rounds: readonly Round[]
  readonly acknowledged: number
  readonly readings: number
  readonly statuses: ReadonlyMap<number, number>
  readonly findings: Findings
}

function reportOf({ name, rounds, acknowledged, readings, statuses, findings }: Outcome): string {
  const spread = (values: readonly number[]): string => {
    const sorted = values.toSorted((one, other) => one - other)
    const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
    return `${at(0)} | ${at(0.5)} | ${at(1)}`
  }
  const found = findings.all()
  return `# Campaign ${name}

${rounds.length} times ${faults[name].does} under writers, on ${cpus().length} processors: three processes of Frond, nginx,
PgBouncer, PostgreSQL with a synchronous standby under Patroni (its key lives for 15 s) and etcd.

| seconds after the fault | least | median | most |
| --- | --- | --- | --- |
| writes acknowledged again (goal: ${GOAL_S}) | ${spread(rounds.map(({ writesS }) => writesS))} |
| all parts again, and a standby | ${spread(rounds.map(({ wholeS }) => wholeS))} |

${acknowledged} writes were acknowledged, ${readings} of them readings. Answers by status: ${[...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')}.

${found.length === 0 ? `Nothing acknowledged was lost or is there twice; the session outlived every fault; every refusal was 503 with Retry-After${faults[name].cutsCalls ? ', or 502 for a call that was under way' : ''}.` : found.map(({ what, where, times, example }) => `- ${times} × ${what}: ${where}\n\n\`\`\`\n${example}\n\`\`\``).join('\n')}
`
}
