/** What the recorder of a page tells and what the inspector asks, on one BroadcastChannel. Nothing secret can be in it: see redact.ts. */

/** What is left of an event's or a context's fields. */
export interface Redacted {
  readonly [field: string]: string | number | boolean | null | Redacted
}

/** One step of a page's session: an event, and where it led. */
export interface Entry {
  /** Counts a page's steps from 0. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The event's whole type: `signIn`, `xstate.done.actor.signIn`. Empty: the start, or an event that the machine does not know. */
  readonly event: string
  readonly data: Redacted
  /** The transitions taken, eventless ones included, in order: `auth.guest.noToken signIn #0`. */
  readonly transitions: readonly string[]
  /** Where it led: `guest.signingIn`. */
  readonly value: string
  readonly context: Redacted
}

/** A page of the console: a tab, until it is closed or reloaded. */
export interface PageInfo {
  readonly id: string
  readonly title: string
  readonly openedAt: number
  /** Whether it takes events from the inspector. */
  readonly listens: boolean
}

/** An event that the inspector may send; where it needs the token's fingerprint, the page puts it in. */
export interface SentEvent {
  readonly type: string
  readonly [field: string]: string | number
}

/** Every message of the channel. */
export type Wire =
  /** `again`: the past is known; the page says that it is still there, and its last step. */
  | { readonly type: 'hello'; readonly again?: boolean }
  | { readonly type: 'past'; readonly page: PageInfo; readonly entries: readonly Entry[] }
  | { readonly type: 'entry'; readonly page: string; readonly entry: Entry }
  | { readonly type: 'gone'; readonly page: string }
  | { readonly type: 'send'; readonly page: string; readonly event: SentEvent }
