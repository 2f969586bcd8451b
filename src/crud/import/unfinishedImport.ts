import { transition } from 'xstate'
import { importMachine } from '../../../machines/importMachine'
import type { ImportSnapshot } from './step'

interface UnfinishedImport {
  /** The user and the area. */
  readonly key: string
  readonly snapshot: ImportSnapshot
}

/**
 * The unfinished import of each store, which survives the end of a session with its file and results. In memory only, because browser
 * storage must not hold files; another user's import replaces it.
 */
const imports = new WeakMap<object, UnfinishedImport>()

/** The import to resume; one that was running has been stopped. */
export function unfinishedImport(store: object, key: string): ImportSnapshot | null {
  const found = imports.get(store)
  if (found?.key !== key) return null
  const { value, context } = found.snapshot
  const [stopped] = transition(importMachine, importMachine.resolveState({ value, context }), { type: 'leave' })
  return stopped
}

/** Stores an unfinished import; null drops it. */
export function rememberImport(store: object, key: string, snapshot: ImportSnapshot | null): void {
  if (snapshot !== null) imports.set(store, { key, snapshot })
  else if (imports.get(store)?.key === key) imports.delete(store)
}
