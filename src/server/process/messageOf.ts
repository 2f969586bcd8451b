/** The message of what was thrown, which need not be an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
