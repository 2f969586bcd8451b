import type { ReactNode } from 'react'
import { CODE_PATTERN, digitsOf, NO_CODE } from '../../contract/constants'
import type { FieldErrors } from '../../ui/form/formState'
import { TextField } from '../../ui/form/TextField'

/** A code of an authenticator app. Has no maximum length, which would cut a code that is pasted with more than its digits. */
export function CodeField({ hint }: { readonly hint?: ReactNode }) {
  return <TextField name="code" label="Code" hint={hint} mono inputMode="numeric" autoComplete="one-time-code" />
}

/** Validates a form with a `CodeField`, which then sends the code's `digitsOf`. */
export function codeFaults({ code }: { readonly code: string }): FieldErrors {
  return CODE_PATTERN.test(digitsOf(code)) ? {} : { code: NO_CODE }
}
