import type { ApiError } from '../../api/extra'
import type { FieldErrors } from '../../ui/form/formState'

/** The server's sentences by field; none when the error is not about fields. */
export function fieldsOf(error: unknown): FieldErrors {
  return (error as ApiError).problem.fields ?? {}
}
