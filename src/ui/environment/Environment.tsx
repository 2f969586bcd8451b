import { createContext, useContext } from 'react'
import type { InspectionEvent } from 'xstate'

/** The browser features that screens use; the composition root provides them, so that tests can provide their own. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` once after `ms`; the returned function cancels it. */
  later(ms: number, work: () => void): () => void
  /** Lasts until the tab closes: drafts. */
  readonly tabStorage: KeyValueStore
  /** Lasts in this browser: columns, density, theme. Holds no credentials. */
  readonly browserStorage: SharedStore
  /** Downloads `content` as a file. */
  download(fileName: string, content: Blob): void
  /** Whether the user has switched on the browser's data saver. */
  readonly savesData: boolean
  /** Origins of other servers whose images the page's policy allows. */
  readonly imageOrigins: readonly string[]
  /** Who may sign up, as the server says: open, invite or closed; empty with another backend. */
  readonly registration: string
  /** Minimum length of a password, as the server says. */
  readonly passwordMin: number
  /** Receives every inspection event of the screens' machines; redact them before storing. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** The part of the Storage interface that screens use; when storage is blocked or full, reads return null and writes are dropped. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** A store shared by all tabs of this browser. */
export interface SharedStore extends KeyValueStore {
  /** Replaces the stored value, whichever tab wrote it, by the result of `work`, which may run more than once. */
  change(key: string, work: (stored: string | null) => string): void
  /** Calls `listen` when the value of `key` changes, in this tab or another; the returned function unsubscribes. */
  watch(key: string, listen: () => void): () => void
}

const EnvironmentContext = createContext<Environment | null>(null)
export const EnvironmentProvider = EnvironmentContext.Provider

/** The environment that the composition root provides. */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (environment === null) throw new Error('No EnvironmentProvider above this component')
  return environment
}
