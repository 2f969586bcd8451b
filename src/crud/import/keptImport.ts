import type { Course } from './useImport'

interface Kept {
  /** Who began it, and in which area. */
  readonly key: string
  readonly course: Course
}

/**
 * The import that was left before it was done, by the console's store: a session that ends on the way takes neither the file nor what is
 * known of its rows. In memory alone, since files do not belong into the browser's storage; another's import takes its place.
 */
const kept = new WeakMap<object, Kept>()

/** The import to go on with; one that was running has come to a halt. */
export function keptImport(store: object, key: string): Course | null {
  const found = kept.get(store)
  if (found?.key !== key) return null
  const { course } = found
  if (course.stage === 'checking') return { ...course, stage: 'map', failure: null }
  return course.stage === 'importing' ? { ...course, failure: 'It was interrupted.' } : course
}

/** Keeps an import as long as there is something to lose. */
export function keepImport(store: object, key: string, course: Course | null): void {
  if (course !== null && course.stage !== 'choose' && course.stage !== 'imported') kept.set(store, { key, course })
  else if (kept.get(store)?.key === key) kept.delete(store)
}
