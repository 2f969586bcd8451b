import type { Environment, KeyValueStore } from '../ui/environment/Environment'
import { attempt } from './persistentStore'

/** The browser's features, passed in by the composition root. */
export interface Browser extends Omit<Environment, 'tabStorage' | 'download'> {
  /** Throws where the browser blocks storage. */
  tabStorage(): Storage
  readonly document: Document
}

/** Prefix of Frond's keys in shared storage. */
const PREFIX = 'frond.'
/** Milliseconds before a download's object URL is revoked: the browser has started the download by then. */
const DOWNLOAD_BEGUN_MS = 60_000

/** The screens' environment in a real browser. */
export function createEnvironment({ tabStorage, document, ...browser }: Browser): Environment {
  return {
    ...browser,
    tabStorage: keyValueStore(tabStorage),
    download(fileName, content) {
      const address = URL.createObjectURL(content)
      const link = document.createElement('a')
      link.href = address
      link.download = fileName
      link.click()
      browser.later(DOWNLOAD_BEGUN_MS, () => URL.revokeObjectURL(address))
    },
  }
}

/** Wraps a storage. When it is blocked, full or cleared, reads return null and writes are dropped: its contents are only a convenience. */
function keyValueStore(storage: () => Storage): KeyValueStore {
  return {
    get: (key) => attempt(() => storage().getItem(PREFIX + key)) ?? null,
    set: (key, value) => attempt(() => storage().setItem(PREFIX + key, value)),
    remove: (key) => attempt(() => storage().removeItem(PREFIX + key)),
  }
}
