import sql from 'sql-template-tag'
import { batches, refuseOver, type Counted } from '../auth/throttle'
import type { Deps } from '../deps'
import { hashOf, isGatewayKey } from './keys'

/** Of more, those that came least lately are forgotten. */
const PASSES_MAX = 10_000

/** Who sends a batch. No gateway: one whose key was good at its last batch, which is asked for again in the statement that stores. */
export interface Sender {
  readonly keyHash: string
  readonly gatewayId: string | null
}

/** Lets batches in, by the keys that they come with; the 121st of a gateway in a minute is refused with 429. */
export interface Admission {
  /** Who that is, before anything of the batch is read; null when the key is nobody's. */
  admit(key: string): Promise<Sender | null>
  /** Has the batch stored. `store` answers null when the sender was let in unasked and should not have been; then this one is asked for. */
  have<Outcome>(sender: Sender, store: (by: Sender) => Promise<Outcome | null>): Promise<Outcome | null>
}

/**
 * A key is looked up before its batch is read, so that nobody without one has megabytes read. Each batch that was stored is a pass for the
 * next, which saves a question and a transaction of two. A pass only lets it be read: the key may have been changed since.
 * What comes on a pass and is no batch is not counted; it leaves no pass, so that is one between two that are.
 */
export function admission({ db, clock }: Pick<Deps, 'db' | 'clock'>): Admission {
  /** Hashes of keys. */
  const passes = new Set<string>()

  async function asked(keyHash: string): Promise<Sender | null> {
    const { rows } = await db.query<Counted & { gatewayId: string | null }>(sql`
      select gateway as "gatewayId", hits, seconds_left as "secondsLeft" from admit_batch(${keyHash}, ${batches.windowS}, ${clock()})`)
    const [row] = rows
    if (row === undefined || row.gatewayId === null) return null
    refuseOver(row, batches.limit)
    return { keyHash, gatewayId: row.gatewayId }
  }

  return {
    async admit(key) {
      if (!isGatewayKey(key)) return null
      const keyHash = hashOf(key)
      return passes.delete(keyHash) ? { keyHash, gatewayId: null } : asked(keyHash)
    },

    async have(sender, store) {
      const outcome = (await store(sender)) ?? (await asked(sender.keyHash).then((by) => by && store(by)))
      if (outcome !== null) passes.add(sender.keyHash)
      const [oldest] = passes
      if (oldest !== undefined && passes.size > PASSES_MAX) passes.delete(oldest)
      return outcome
    },
  }
}
