import type { SharedStore } from '../ui/environment/Environment'

/** Storage that survives a sign-out, which clears local storage. */
export interface PersistentStore {
  readonly store: SharedStore
  /** Resolves once `store` can be read; also, after a short wait, where the browser blocks the database. */
  readonly ready: Promise<void>
}

interface Browser {
  /** Throws where the browser blocks storage. */
  databases(): IDBFactory
  /** The channel on which tabs announce changes. */
  channel(): BroadcastChannel
  later(ms: number, work: () => void): () => void
  readonly document: Pick<Document, 'cookie'>
}

/** Name of the object store in the database `frond`. It must not change: users would lose their settings. */
const OBJECT_STORE = 'kept'
/** Milliseconds that the first screen waits for an unresponsive database. */
const READY_TIMEOUT_MS = 1000
/** Mirrored in a cookie, which src/beforePaint.ts can read before the first paint. */
const THEME = 'theme'
const YEAR_S = 31_536_000

/** Opens an IndexedDB database with a synchronous in-memory mirror; the tabs keep their mirrors in step. */
export function openPersistentStore({ databases, channel, later, document }: Browser): PersistentStore {
  const mirror = new Map<string, string>()
  const listeners = new Map<() => void, string>()
  let lastChange = 0
  let database: IDBDatabase | undefined
  let tabs: BroadcastChannel | undefined
  const storedEntries = () => database?.transaction(OBJECT_STORE).objectStore(OBJECT_STORE)
  const updateMirror = (key: string, value: unknown) => {
    if (typeof value === 'string') mirror.set(key, value)
    else mirror.delete(key)
    for (const [listen, of] of listeners) if (of === key) listen()
  }
  const write = (key: string, value: string | null, change: (entries: IDBObjectStore) => void) => {
    updateMirror(key, value)
    attempt(() => {
      const writing = database?.transaction(OBJECT_STORE, 'readwrite')
      if (writing === undefined) return
      // Announced once committed: a tab that reads the database earlier may get the old value, and would stay with it.
      writing.addEventListener('complete', () => tabs?.postMessage(key))
      change(writing.objectStore(OBJECT_STORE))
    })
  }
  attempt(() => {
    tabs = channel()
    // The announced value may be outdated on arrival, so the latest one is read from the database.
    tabs.addEventListener('message', ({ data: key }: MessageEvent<string>) => {
      const reading = storedEntries()?.get(key)
      reading?.addEventListener('success', () => updateMirror(key, reading.result))
    })
  })
  const ready = new Promise<void>((resolve) => {
    const done = () => resolve()
    later(READY_TIMEOUT_MS, done)
    attempt(() => {
      const opening = databases().open('frond')
      opening.addEventListener('error', done)
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(OBJECT_STORE))
      opening.addEventListener('success', () => {
        database = opening.result
        const reading = storedEntries()?.openCursor()
        if (reading === undefined) return
        reading.addEventListener('error', done)
        reading.addEventListener('success', () => {
          const cursor = reading.result
          if (cursor === null) return done()
          if (typeof cursor.key === 'string') mirror.set(cursor.key, String(cursor.value))
          return cursor.continue()
        })
      })
    }, done)
  })
  const writeThemeCookie = (key: string, valueAndAttributes: string) => {
    if (key === THEME) document.cookie = `frond.theme=${valueAndAttributes};path=/;samesite=lax`
  }
  return {
    ready,
    store: {
      get: (key) => mirror.get(key) ?? null,
      set(key, value) {
        writeThemeCookie(key, `${value};max-age=${YEAR_S}`)
        write(key, value, (entries) => entries.put(value, key))
      },
      remove(key) {
        writeThemeCookie(key, ';max-age=0')
        write(key, null, (entries) => entries.delete(key))
      },
      change(key, work) {
        lastChange += 1
        const changeNumber = lastChange
        write(key, work(mirror.get(key) ?? null), (entries) => {
          const reading = entries.get(key)
          // Reads and writes in one transaction, so that no tab overwrites another's change.
          reading.addEventListener('success', () => {
            const stored: unknown = reading.result
            const merged = work(typeof stored === 'string' ? stored : null)
            entries.put(merged, key)
            if (changeNumber === lastChange && merged !== mirror.get(key)) updateMirror(key, merged)
          })
        })
      },
      watch(key, listen) {
        listeners.set(listen, key)
        return () => listeners.delete(listen)
      },
    },
  }
}

/** The result of `work`; undefined when storage fails, whose contents are only a convenience. */
export function attempt<T>(work: () => T, failed?: () => void): T | undefined {
  try {
    return work()
  } catch {
    failed?.()
    return undefined
  }
}
