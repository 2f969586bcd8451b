import type { Deps } from '../deps'

/** Keeps the demo's devices reporting while the server runs; the answer ends that. */
export function startDemoLife(_deps: Deps): () => Promise<void> {
  return async () => undefined
}
