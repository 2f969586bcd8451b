import { dirname } from 'node:path'

/** The checkout's folder. */
export const root = dirname(import.meta.dirname)

/**
 * Ends the process with one sentence instead of a stack.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
