/** The message of what was thrown, which need not be an error. Of several errors, such as one for each address of a name, it is theirs. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
