import { transition } from 'xstate'
import { importMachine } from '../../../machines/importMachine'
import type { ImportSnapshot } from './step'

interface UnfinishedImport {
  /** Who began it, and in which area. */
  readonly key: string
  readonly snapshot: ImportSnapshot
}

/**
 * The import that was left before it was done, by the console's store: a session that ends on the way takes neither the file nor what is
 * known of its rows. In memory alone, since files do not belong into the browser's storage; another's import takes its place.
 */
const imports = new WeakMap<object, UnfinishedImport>()

/** The import to go on with; one that was running has come to a halt. */
export function unfinishedImport(store: object, key: string): ImportSnapshot | null {
  const found = imports.get(store)
  if (found?.key !== key) return null
  const { value, context } = found.snapshot
  const [left] = transition(importMachine, importMachine.resolveState({ value, context }), { type: 'leave' })
  return left
}

/** Keeps an import as long as there is something to lose. */
export function rememberImport(store: object, key: string, snapshot: ImportSnapshot | null): void {
  if (snapshot?.hasTag('unsaved') === true) imports.set(store, { key, snapshot })
  else if (imports.get(store)?.key === key) imports.delete(store)
}
