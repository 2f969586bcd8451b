import type { BulkEditFailure } from '../../../machines/bulkEditMachine'
import { problemOf } from '../model/problems'

/** A mutation that RTK Query has sent. */
export interface SentCall<Data> {
  readonly unwrap: () => Promise<Data>
}

/** Awaits a call's answer; rejects with a `BulkEditFailure`, by which the machine decides. */
export function answerOf<Data>({ unwrap }: SentCall<Data>): Promise<Data> {
  return unwrap().catch((error: unknown) => Promise.reject<Data>(failureOf(error)))
}

/** Why a bulk call failed. When the number of rows that match has changed, asks about the new one. */
function failureOf(error: unknown): BulkEditFailure {
  const { code, message } = problemOf(error)
  const recounted = code === 'count_changed'
  return { message: recounted ? `${message}. Is this still what you mean?` : message, recounted }
}
