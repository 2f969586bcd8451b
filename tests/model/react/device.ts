import type { Passkeys } from '../../../src/auth/ports'
import type { Authenticator } from '../../support/server/authenticator'

interface Question {
  readonly options: Parameters<Authenticator['sign']>[0]
  readonly signal: AbortSignal
  readonly resolve: (passkey: object | null) => void
}

/** A device that asks its owner for a passkey until the test answers, or the console aborts. */
export function createDevice() {
  let question: Question | null = null
  const passkeys: Passkeys = {
    make: () => Promise.reject(new Error('No tour makes a passkey')),
    show: (options, signal) =>
      new Promise((resolve) => {
        question = { options: options as Question['options'], signal, resolve }
        signal.addEventListener('abort', () => resolve(null), { once: true })
      }),
  }
  return {
    passkeys,
    isAsking: () => question !== null && !question.signal.aborted,
    /** Its owner lets it sign with this passkey; null: dismisses the question. */
    answer(passkey: Authenticator | null): void {
      question?.resolve(passkey?.sign(question.options) ?? null)
      question = null
    },
  }
}
