import type { Problem } from '../contract/problem'
import type { DeletedRows } from './deletedRows'
import type { OwnChanges } from './ownChanges'

/** The network layer's interface to the session; `src/auth` implements it with the auth actor and the vault. */
export interface SessionPort {
  /** True without a session: requests are refused without network access. */
  isGuest(): boolean
  /** Counts sessions: an answer to a request of an earlier epoch is dropped. */
  epoch(): number
  /**
   * Reads the stored bearer of the session with the current `epoch`; null when there is none. `tokenId` is a fingerprint and may be logged.
   */
  read(): { readonly token: string; readonly tokenId: string; readonly expired: boolean } | null
  /** Requests a usable token and waits for it, at most 15 s. False: the session has ended, or there was none in time. */
  refresh(signal: AbortSignal): Promise<boolean>
  /** Reports to the machine that the server rejected this token, and waits for its decision. True: a different token is stored now. */
  reportRejected(tokenId: string, signal: AbortSignal): Promise<boolean>
}

/**
 * Why a request has no result. `refused`: the server answered with a problem; `malformed`: with something else. The others: it did not
 * answer, its answer came too late, or nothing was sent.
 */
export type FailureKind = 'refused' | 'offline' | 'timeout' | 'malformed' | 'aborted' | 'signedOut' | 'sessionChanged'

/** The error type of every endpoint. */
export interface ApiError {
  readonly kind: FailureKind
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly problem: Problem
  /** Value of Retry-After, in seconds. */
  readonly retryAfterS?: number
}

/** Sends a form like `fetch`, and reports its progress in bytes. Rejects when aborted or disconnected. */
export type Uploader = (
  address: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: FormData
    readonly signal: AbortSignal
    readonly onProgress: (sent: number, total: number) => void
  },
) => Promise<Response>

/** The `extra` argument of the store's thunks. */
export interface ApiExtra {
  readonly session: SessionPort
  /** Base URL of the API without a trailing slash; empty: the console's own origin. */
  readonly apiUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Sends forms with progress; without it, `fetch` sends them without progress. */
  readonly upload?: Uploader
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  now(): number
  /** The changes of this page. */
  readonly ownChanges: OwnChanges
  /** Rows known to be deleted. */
  readonly deletedRows: DeletedRows
  /** Shows an error to the user; `call` names what failed. */
  alert(error: ApiError, call?: string): void
  /** Takes away what earlier failures of this call showed. */
  succeeded(call: string): void
}
