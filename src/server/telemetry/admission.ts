import sql from 'sql-template-tag'
import { batches, refuseOver, type Counted } from '../auth/throttle'
import type { Deps } from '../deps'
import { sha256 } from '../process/sha256'
import { isGatewayKey } from './keys'

/** Most passes held; beyond it, drops the least recently used. */
const PASSES_MAX = 10_000

/**
 * Who sends a batch. `gatewayId` is null for a sender on a pass: its key was valid for its last batch, and the statement that stores checks
 * it again.
 */
export interface Sender {
  readonly keyHash: string
  readonly gatewayId: string | null
}

/** Admits batches by their gateway keys; refuses the 121st of a gateway in a minute with 429. */
export interface Admission {
  /** Identifies the sender before its batch is read; null when no gateway has this key. */
  admit(key: string): Promise<Sender | null>
  /** Stores the batch. When `store` answers null for a sender on a pass, looks its key up and tries once more; null when that fails too. */
  storeFor<Outcome>(sender: Sender, store: (by: Sender) => Promise<Outcome | null>): Promise<Outcome | null>
}

/**
 * Looks a key up before its batch is read, so that nobody without a key makes the server read megabytes. Each stored batch leaves a pass
 * for the next one, which saves one query and one of two transactions. A pass only allows the batch to be read: storing checks the key
 * again, which may have changed. A body that comes on a pass and is no batch is not counted; it leaves no pass, so the next one is.
 */
export function admission({ db, clock }: Pick<Deps, 'db' | 'clock'>): Admission {
  /** Hashes of keys, the least recently used first. */
  const passes = new Set<string>()

  async function lookUp(keyHash: string): Promise<Sender | null> {
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
      const keyHash = sha256(key)
      return passes.delete(keyHash) ? { keyHash, gatewayId: null } : lookUp(keyHash)
    },

    async storeFor(sender, store) {
      const outcome = (await store(sender)) ?? (await lookUp(sender.keyHash).then((by) => by && store(by)))
      if (outcome !== null) passes.add(sender.keyHash)
      const [oldest] = passes
      if (oldest !== undefined && passes.size > PASSES_MAX) passes.delete(oldest)
      return outcome
    },
  }
}
