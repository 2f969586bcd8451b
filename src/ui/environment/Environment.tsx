import { createContext, useContext } from 'react'
import type { InspectionEvent } from 'xstate'

/** What a screen may ask of the browser around it; the composition root provides it, so that tests can bring their own. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` once after `ms`; the answer cancels it. */
  later(ms: number, work: () => void): () => void
  /** Kept until the tab closes: drafts. */
  readonly tabStorage: KeyValueStore
  /** Kept for this browser: columns, density, theme. Nothing that opens anything by itself. */
  readonly keptStorage: KeptStore
  /** Hands `content` to the user as a file. */
  download(fileName: string, content: Blob): void
  /** True when the user asked the browser to save data. */
  readonly savesData: boolean
  /** Receives every inspection event of the screens' machines; redact it before storing any of it. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** The part of the Storage interface that screens use; a store that is blocked or full answers null and forgets. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** A store that all tabs of this browser share. */
export interface KeptStore extends KeyValueStore {
  /** Replaces the stored value, whichever tab wrote it, by what `work` makes of it; `work` may run more than once. */
  change(key: string, work: (now: string | null) => string): void
  /** Calls `listen` whenever the value of `key` changes, in this tab or another; the returned function stops it. */
  watch(key: string, listen: () => void): () => void
}

const EnvironmentContext = createContext<Environment | null>(null)
export const EnvironmentProvider = EnvironmentContext.Provider

/** The environment that the composition root provided. */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (environment === null) throw new Error('No EnvironmentProvider above this component')
  return environment
}
