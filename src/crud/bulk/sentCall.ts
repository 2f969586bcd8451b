import { useState } from 'react'
import type { CallFailure } from '../../../machines/manyRowsMachine'
import { createCallKeys } from '../model/callKeys'
import { isRefused, problemOf, reasonOf } from '../model/problems'

/** A mutation that RTK Query has sent. */
export interface SentCall<Data> {
  readonly unwrap: () => Promise<Data>
}

/**
 * Sends calls with idempotency keys: a call that is sent again after a lost answer keeps its key, and gets the answer of the first one, from
 * which the report and Undo know the rows.
 */
export function useRepeatable<Body extends object, Data>(
  send: (call: Body & { readonly key: string }) => SentCall<Data>,
): (body: Body) => SentCall<Data> {
  const [keys] = useState(createCallKeys)
  return (body) => {
    const { unwrap } = send({ ...body, key: keys.keyOf(body) })
    const settle = async () => {
      const answer = await unwrap()
      keys.answered()
      return answer
    }
    return { unwrap: settle }
  }
}

/** Awaits a call's answer; rejects with a `CallFailure`, by which the machine decides. */
export function answerOf<Data>({ unwrap }: SentCall<Data>): Promise<Data> {
  return unwrap().catch((error: unknown) => Promise.reject<Data>(failureOf(error)))
}

/** Why a bulk call failed. When the number of rows that match has changed, asks about the new one. */
function failureOf(error: unknown): CallFailure {
  const { code, message } = problemOf(error)
  const sure = isRefused(error)
  const recounted = code === 'count_changed'
  return { message: recounted ? `${message}. Continue with this number?` : reasonOf(error), sure, recounted }
}
