/** The message of what was thrown, which need not be an error. A failure to connect to all of a name's addresses has none of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
