import type { SyncCause } from '../../machines/authMachine'
import type { Provider } from '../contract/constants'

/** Time. Everything of the session that waits or looks at a clock does it here, so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` once after `ms`; the answer cancels it. */
  later(ms: number, work: () => void): () => void
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The part of the Storage interface that the vault uses; any of it may throw. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>

/** Where a token can lie; null where the browser allows none. */
export interface Stores {
  /** Shared by all tabs; outlives the browser's end. */
  readonly local: WebStorage | null
  /** This tab's own; ends with it. */
  readonly tab: WebStorage | null
}

/** What a tab announces to the others. */
export type PeerMessage =
  | { readonly type: 'signedOut'; readonly sessionId: string }
  /** A tab's own token was rotated: a duplicate of that tab holds the same one, in a store that nobody shares. */
  | { readonly type: 'rotated'; readonly from: string; readonly token: string; readonly expiresAt: number; readonly ttl: number }

/** What happens around a tab: another one spoke, storage changed, or the tab came back to life. */
export type TabSignal =
  { readonly type: 'message'; readonly message: PeerMessage } | { readonly type: 'sync'; readonly cause: SyncCause }

/** The other tabs of this browser. */
export interface Tabs {
  /**
   * Runs `work` while no other tab runs theirs for the same thing, and answers as soon as it has. Rejects when the turn does not come in
   * time. Without Web Locks the work runs at once.
   */
  exclusive<T>(thing: string, work: () => Promise<T>): Promise<T>
  announce(message: PeerMessage): void
  /** Listens until the answer is called. */
  watch(listen: (signal: TabSignal) => void): () => void
  isVisible(): boolean
}

/** A provider's window, just opened. */
export interface OpenedDialog {
  /** Random, of this attempt alone: what does not bring it back answers something else. */
  readonly state: string
  /** Null when the browser blocked it. */
  readonly popup: Window | null
  /** Where the window's answer arrives. */
  readonly page: Window
}

/** The browser's passkeys. Each answers null where there is none, or its owner says no. */
export interface Passkeys {
  /** Makes one by WebAuthn's creation options. */
  make(options: unknown): Promise<object | null>
  /** Lets one sign by WebAuthn's request options; aborted, the browser's dialog closes. */
  show(options: unknown, signal: AbortSignal): Promise<object | null>
}

/** Opens a provider's window; null when the provider is not configured. */
export type OpenDialog = (provider: Provider) => OpenedDialog | null
