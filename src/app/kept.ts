import type { KeyValueStore } from '../ui/Environment'

/** Where things lie that outlive a sign-out, which empties local storage. spec §4. */
export interface Kept {
  readonly store: KeyValueStore
  /** Resolves once `store` can be read; soon, even where the browser allows none of this. */
  readonly ready: Promise<void>
}

interface Browser {
  /** Asking for it throws where the browser blocks storage. */
  databases(): IDBFactory
  later(ms: number, work: () => void): () => void
  readonly document: Pick<Document, 'cookie'>
}

const NAME = 'kept'
/** Milliseconds that the first screen waits for a database that does not answer. */
const PATIENCE_MS = 1000
/** What index.html needs before the first paint lies in a cookie beside. */
const THEME = 'theme'
const YEAR_S = 31_536_000

/** Opens an IndexedDB database, mirrored in memory so that screens read it at once. */
export function openKept({ databases, later, document }: Browser): Kept {
  const mirror = new Map<string, string>()
  let database: IDBDatabase | undefined
  const lasting = (mode?: IDBTransactionMode) => database?.transaction(NAME, mode).objectStore(NAME)
  const ready = new Promise<void>((resolve) => {
    const done = () => resolve()
    later(PATIENCE_MS, done)
    attempt(() => {
      const opening = databases().open('frond')
      opening.addEventListener('error', done)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(NAME))
      opening.addEventListener('success', () => {
        database = opening.result
        const reading = lasting()?.openCursor()
        if (reading === undefined) return
        reading.addEventListener('error', done)
        reading.addEventListener('success', () => {
          const at = reading.result
          if (at === null) return done()
          if (typeof at.key === 'string') mirror.set(at.key, String(at.value))
          return at.continue()
        })
      })
    }, done)
  })
  const markTheme = (key: string, rest: string) => {
    if (key === THEME) document.cookie = `frond.theme=${rest};path=/;samesite=lax`
  }
  return {
    ready,
    store: {
      get: (key) => mirror.get(key) ?? null,
      set(key, value) {
        mirror.set(key, value)
        markTheme(key, `${value};max-age=${YEAR_S}`)
        attempt(() => lasting('readwrite')?.put(value, key))
      },
      remove(key) {
        mirror.delete(key)
        markTheme(key, ';max-age=0')
        attempt(() => lasting('readwrite')?.delete(key))
      },
    },
  }
}

/** What cannot be kept is forgotten with the page: it is a convenience. */
function attempt(work: () => unknown, failed?: () => void): void {
  try {
    work()
  } catch {
    failed?.()
  }
}
