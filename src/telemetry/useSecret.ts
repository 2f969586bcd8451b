import { useState } from 'react'
import { sentenceOf } from '../crud/model/problems'

/** The created secret, or why there is none. */
export interface SecretAnswer {
  readonly data?: string | undefined
  readonly error?: unknown
}

interface Attempt {
  readonly busy: boolean
  /** The secret, until it is cleared. */
  readonly value: string | null
  /** Why the last attempt failed. */
  readonly failure: string | null
}

const none: Attempt = { busy: false, value: null, failure: null }

/** Creates a secret that the server shows once; `request` asks for it. */
export function useSecret(request: () => Promise<SecretAnswer>) {
  const [attempt, setAttempt] = useState(none)
  return {
    ...attempt,
    async create() {
      setAttempt({ ...none, busy: true })
      const { data, error } = await request()
      setAttempt(data === undefined ? { ...none, failure: sentenceOf(error) } : { ...none, value: data })
    },
    clear: () => setAttempt(none),
  }
}
