import { nanoid } from '@reduxjs/toolkit'

/** Idempotency keys of a form's or a dialog's calls: a call that is sent again after a lost answer keeps its key. */
export interface CallKeys {
  /** The key of a call with this body: the last one's, if that had the same body and was not answered. */
  keyOf(body: object): string
  /** The last call was answered: the same body is another call from now on. */
  answered(): void
}

export function createCallKeys(): CallKeys {
  let last = { body: '', key: '' }
  return {
    keyOf(body) {
      const text = JSON.stringify(body)
      if (last.body !== text) last = { body: text, key: nanoid() }
      return last.key
    },
    answered: () => void (last = { body: '', key: '' }),
  }
}
