import type { BulkFailure } from '../../contract/bulk'
import type { Database, Transaction } from '../db/database'
import { runPartOnce, type IdempotentRequest } from '../http/conditions'
import { isProblemError } from '../http/problems'

/** Rows per transaction. */
const BATCH = 100

/**
 * Handles items in batches, each in a transaction of its own; a repeated request gets the outcomes of the batches that are done, and continues
 * behind them. Returns all outcomes.
 */
export async function inBatches<Item, Outcome>(
  db: Database,
  items: readonly Item[],
  request: IdempotentRequest | null,
  handle: (tx: Transaction, batch: readonly Item[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < items.length; at += BATCH)
    outcomes.push(...(await runPartOnce(db, request, at, (tx) => handle(tx, items.slice(at, at + BATCH)))))
  return outcomes
}

/** Handles items together; when that fails, each by itself, so that one does not prevent the others. `refuse` makes an outcome of its error. */
export async function togetherOrAlone<Item, Outcome>(
  tx: Transaction,
  items: readonly Item[],
  handle: (items: readonly Item[]) => Promise<Outcome>,
  refuse: (item: Item, error: unknown) => Promise<Outcome>,
): Promise<Outcome[]> {
  try {
    return [await tx.attempt(() => handle(items))]
  } catch (error) {
    const [only] = items
    if (only === undefined) throw error
    if (items.length === 1) return [await refuse(only, error)]
    const outcomes: Outcome[] = []
    for (const item of items) outcomes.push(...(await togetherOrAlone(tx, [item], handle, refuse)))
    return outcomes
  }
}

/** Converts a refusal to the row's failure; rethrows errors that are not the row's fault. */
export function failureOf(id: string, error: unknown): BulkFailure {
  if (!isProblemError(error) || error.statusCode >= 500) throw error
  return { id, code: error.problemCode, message: error.message }
}
