import { useState } from 'react'
import type { Settled } from '../crud/model/useUndoAction'
import { isRefused, sentenceOf, withFullStop } from '../crud/model/problems'

interface SecretFailure {
  readonly title: string
  readonly message: string
}

interface Attempt {
  readonly busy: boolean
  /** The secret, until it is cleared. */
  readonly value: string | null
  /** Why the last attempt failed; null unless it did. */
  readonly failure: SecretFailure | null
}

const none: Attempt = { busy: false, value: null, failure: null }

/** Creates a secret that the server shows once; `request` asks for it: its answer has the secret, or why there is none. `noun`: what it is called. */
export function useSecret(noun: string, request: () => Promise<Settled<string>>) {
  const [attempt, setAttempt] = useState(none)
  return {
    ...attempt,
    async create() {
      setAttempt({ ...none, busy: true })
      const { data, error } = await request()
      setAttempt(data === undefined ? { ...none, failure: failureOf(noun, error) } : { ...none, value: data })
    },
    clear: () => setAttempt(none),
  }
}

/** Without a refusal, the server may have replaced the current secret. */
function failureOf(noun: string, error: unknown): SecretFailure {
  const message = sentenceOf(error)
  if (isRefused(error)) return { title: `The ${noun} was not created`, message }
  const advice = 'If it was, it can no longer be shown, and any previous one no longer works. Create another.'
  return { title: `It is not known whether the ${noun} was created`, message: `${withFullStop(message)} ${advice}` }
}
