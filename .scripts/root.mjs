import { dirname } from 'node:path'

/** Folder of the checkout. */
export const root = dirname(import.meta.dirname)

/**
 * Prints one sentence instead of a stack trace, and exits with code 1.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
