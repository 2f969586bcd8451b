import type { Problem } from '../contract/problem'
import type { DeletedRows } from './deletedRows'
import type { OwnChanges } from './ownChanges'

/** What the network layer may ask of the session; `src/auth` implements it over the auth actor and the vault. */
export interface SessionPort {
  /** True when no session is held: requests are refused without network. */
  isGuest(): boolean
  /** Counts sessions: an answer that began in another epoch is dropped. */
  epoch(): number
  /** Reads the stored bearer of the session that `epoch` counts by then; null when there is none. `tokenId` is a fingerprint that may be logged. */
  read(): { readonly token: string; readonly tokenId: string; readonly expired: boolean } | null
  /** Asks for a usable token and waits for it, at most 15 s. False: the session is over or none came. */
  refreshed(signal: AbortSignal): Promise<boolean>
  /** Reports to the machine that the server refused this token, and waits until it has decided. True: a different token is held now. */
  rejected(tokenId: string, signal: AbortSignal): Promise<boolean>
}

/** Why a request has no result. `refused`: the server answered with a problem; the others never reached one. */
export type FailureKind = 'refused' | 'offline' | 'timeout' | 'malformed' | 'aborted' | 'signedOut' | 'sessionChanged'

/** The one error type of every endpoint. */
export interface ApiError {
  readonly kind: FailureKind
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly problem: Problem
  /** From Retry-After, in seconds. */
  readonly retryAfterS?: number
}

/** Sends a form as `fetch` would, and reports its progress in bytes. Rejects when aborted or cut off. */
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

/** What the store's thunks carry beside the actions. */
export interface ApiExtra {
  readonly session: SessionPort
  /** Origin of the API without a slash at its end; empty: the console's own. */
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  /** Sends forms with progress; left out, `fetch` sends them without. */
  readonly upload?: Uploader
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  now(): number
  /** What this page changed; left out, nobody remembers it. */
  readonly ownChanges?: OwnChanges
  /** Rows that are known to be deleted; left out, nobody remembers them. */
  readonly deletedRows?: DeletedRows
  /** Shows an error to the user. spec §8. */
  alert(error: ApiError): void
}
