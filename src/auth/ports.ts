import type { SyncCause } from '../../machines/authMachine'
import type { Provider } from '../contract/constants'

/** Time: all waiting and clock reading of the session goes through it, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `work` once after `ms`; the returned function cancels it. */
  later(ms: number, work: () => void): () => void
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The part of the Storage interface that the vault uses; every method may throw. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'>

/** The stores for a token; null where the browser blocks them. */
export interface Stores {
  /** Shared by all tabs; survives a browser restart. */
  readonly local: WebStorage | null
  /** Of this tab; ends with it. */
  readonly tab: WebStorage | null
}

/** Messages between tabs. */
export type PeerMessage =
  | { readonly type: 'signedOut'; readonly sessionId: string }
  /** A token in this tab's own storage was rotated: a duplicate of the tab has a copy in storage that nobody else shares. */
  | { readonly type: 'rotated'; readonly from: string; readonly token: string; readonly expiresAt: number; readonly ttl: number }

/** Events around a tab: a message of another tab, a change of storage, or the tab's return. */
export type TabSignal =
  | { readonly type: 'message'; readonly message: PeerMessage }
  | { readonly type: 'sync'; readonly cause: SyncCause }

/** The other tabs of this browser. */
export interface Tabs {
  /**
   * Runs `work` while no other tab runs its own under the same `lockName`, and resolves as soon as it has finished. Rejects when the lock is not
   * free in time. Without Web Locks the work runs at once.
   */
  exclusive<T>(lockName: string, work: () => Promise<T>): Promise<T>
  announce(message: PeerMessage): void
  /** Subscribes until the returned function is called. */
  watch(listen: (signal: TabSignal) => void): () => void
  isVisible(): boolean
}

/** An opened provider's window. */
export interface OpenedDialog {
  /** Random per attempt: an answer without it belongs to another attempt. */
  readonly state: string
  /** Null when the browser blocked the window. */
  readonly popup: Window | null
  /** The page that receives the window's answer. */
  readonly page: Window
}

/** The browser's passkeys. Each method resolves to null without a passkey, or when the user cancels. */
export interface Passkeys {
  /** Creates a passkey with WebAuthn's creation options. */
  make(options: unknown): Promise<object | null>
  /** Signs in with WebAuthn's request options; aborting closes the browser's dialog. */
  show(options: unknown, signal: AbortSignal): Promise<object | null>
}

/** Opens a provider's window; null when the provider is not configured. */
export type OpenDialog = (provider: Provider) => OpenedDialog | null
