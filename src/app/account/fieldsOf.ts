import type { ApiError } from '../../api/extra'
import type { FieldErrors } from '../../ui/form/formState'

/** The server's error messages by field; empty when the error is not about fields. */
export function fieldsOf(error: unknown): FieldErrors {
  return (error as ApiError).problem.fields ?? {}
}
