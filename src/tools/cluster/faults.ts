import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../prove/dice'
import type { Cluster } from './cluster'

/** A fault that a campaign causes again and again. */
interface Fault {
  /** What it does, as the report says it. */
  readonly does: string
  /** Whether it cuts off calls that are under way, which nginx answers with 502. */
  readonly cutsCalls: boolean
  /** Breaks a part; returns its name and how to restore it. */
  strike(cluster: Cluster, dice: Dice): Promise<{ readonly name: string; restore(): Promise<void> }>
}

/** How long the pooler is away, in milliseconds. */
const POOLER_AWAY_MS = 2000

/** The faults of the campaigns, by the campaign's name. */
export const faults = {
  failover: {
    does: 'kill −9 of the primary and its Patroni',
    cutsCalls: false,
    async strike(cluster) {
      const primary = await cluster.settled()
      await primary.kill()
      return { name: primary.name, restore: async () => primary.start() }
    },
  },
  process: {
    does: 'kill −9 of one of the three processes of Frond',
    cutsCalls: true,
    async strike(cluster, dice) {
      const at = dice.whole(cluster.processes().length)
      await cluster.killProcess(at)
      return { name: `Frond ${at + 1}`, restore: () => cluster.startProcess(at) }
    },
  },
  pooler: {
    does: `kill −9 of PgBouncer, which starts again after ${POOLER_AWAY_MS / 1000} seconds`,
    cutsCalls: false,
    async strike({ daemons: { pgbouncer } }) {
      await pgbouncer.end('SIGKILL')
      await sleep(POOLER_AWAY_MS)
      pgbouncer.start()
      return { name: 'PgBouncer', restore: async () => undefined }
    },
  },
  replica: {
    does: 'cutting off of the synchronous standby',
    cutsCalls: false,
    async strike(cluster) {
      const primary = await cluster.settled()
      const standby = cluster.nodes.find((node) => node !== primary)
      standby?.freeze()
      return { name: standby?.name ?? '', restore: async () => standby?.thaw() }
    },
  },
} as const satisfies Readonly<Record<string, Fault>>

export type CampaignName = keyof typeof faults
