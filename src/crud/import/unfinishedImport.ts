import { transition } from 'xstate'
import { importMachine } from '../../../machines/importMachine'
import type { ImportSnapshot } from './step'

interface Kept {
  /** Who began it, and in which area. */
  readonly key: string
  readonly snapshot: ImportSnapshot
}

/**
 * The import that was left before it was done, by the console's store: a session that ends on the way takes neither the file nor what is
 * known of its rows. In memory alone, since files do not belong into the browser's storage; another's import takes its place.
 */
const kept = new WeakMap<object, Kept>()

/** The import to go on with; one that was running has come to a halt. */
export function keptImport(store: object, key: string): ImportSnapshot | null {
  const found = kept.get(store)
  if (found?.key !== key) return null
  const { value, context } = found.snapshot
  const [left] = transition(importMachine, importMachine.resolveState({ value, context }), { type: 'leave' })
  return left
}

/** Keeps an import as long as there is something to lose. */
export function keepImport(store: object, key: string, snapshot: ImportSnapshot | null): void {
  if (snapshot?.hasTag('unsaved') === true) kept.set(store, { key, snapshot })
  else if (kept.get(store)?.key === key) kept.delete(store)
}
