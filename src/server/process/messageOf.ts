import { isProblemError } from '../http/problems'

/**
 * The message of what was thrown, which need not be an error, for the operator. Of several errors, such as one for each address of a name, it
 * is theirs; of a refusal that hides its cause from clients, that of the cause.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  if (isProblemError(error) && error.cause !== undefined) return messageOf(error.cause)
  return error instanceof Error ? error.message : String(error)
}
