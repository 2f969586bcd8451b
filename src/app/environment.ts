import type { Environment, KeptStore, KeyValueStore } from '../ui/environment/Environment'

/** What the browser offers, handed in by the composition root. */
export interface Browser {
  now(): number
  /** Runs `work` once after `ms`; the answer cancels it. */
  later(ms: number, work: () => void): () => void
  /** Asking for it throws where the browser blocks storage. */
  tabStorage(): Storage
  readonly keptStorage: KeptStore
  readonly document: Document
  readonly savesData: boolean
}

/** Ours among whatever else lies in the same storage. */
const PREFIX = 'frond.'
/** Milliseconds until a download's address may go: the browser has begun by then. */
const DOWNLOAD_BEGUN_MS = 60_000

/** The screens' environment over a real browser. */
export function createEnvironment({ now, later, tabStorage, keptStorage, document, savesData }: Browser): Environment {
  return {
    now,
    later,
    savesData,
    tabStorage: keyValueStore(tabStorage),
    keptStorage,
    download(fileName, content) {
      const address = URL.createObjectURL(content)
      const link = document.createElement('a')
      link.href = address
      link.download = fileName
      link.click()
      later(DOWNLOAD_BEGUN_MS, () => URL.revokeObjectURL(address))
    },
  }
}

/** A store that is blocked, full or cleared answers null and forgets; what it holds is a convenience. */
function keyValueStore(storage: () => Storage): KeyValueStore {
  return {
    get: (key) => attempt(() => storage().getItem(PREFIX + key)) ?? null,
    set: (key, value) => attempt(() => storage().setItem(PREFIX + key, value)),
    remove: (key) => attempt(() => storage().removeItem(PREFIX + key)),
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
