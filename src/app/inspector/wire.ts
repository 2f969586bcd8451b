/** What the recorder of a page reports and what the inspector asks, on one BroadcastChannel. Nothing secret can be in it: see redact.ts. */

/** What is left of an event's or a context's fields. */
export interface Redacted {
  readonly [field: string]: string | number | boolean | null | Redacted
}

/** One step of an actor: an event, and where it led. */
export interface Entry {
  /** Counts an actor's steps from 0. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The event's whole type: `signIn`, `xstate.done.actor.signIn`. Empty: the start, the end, or an event that the machine does not know. */
  readonly event: string
  readonly data: Redacted
  /** The transitions taken, eventless ones included, in order: `auth.guest.noToken signIn #0`. */
  readonly transitions: readonly string[]
  /** The innermost active states, one a region: `guest.signingIn`, `page.seen stream.closed notice.idle`. */
  readonly value: string
  readonly context: Redacted
  /** The actor has stopped, or reached a final state. */
  readonly isOver: boolean
}

/** A running machine, and the page that it runs in: a tab, until it is closed or reloaded. */
export interface ActorInfo {
  readonly id: string
  /** The machine's id, `auth` for the session. */
  readonly machine: string
  readonly page: string
  /** The page's title. */
  readonly title: string
  /** When the page was opened, milliseconds since 1970. */
  readonly openedAt: number
  /** Whether the page takes events from the inspector. */
  readonly listens: boolean
}

/** An event that the inspector may send; where it needs the token's fingerprint, the page puts it in. */
export interface SentEvent {
  readonly type: string
  readonly [field: string]: string | number
}

/** Every message of the channel. */
export type Wire =
  /** Asks every page for all steps of all actors; `again`: for the last one of each, to know who is still there. */
  | { readonly type: 'hello'; readonly again: boolean }
  /** Steps in order: a new one, or what was asked for. */
  | { readonly type: 'steps'; readonly actor: ActorInfo; readonly entries: readonly Entry[] }
  /** The page is left. */
  | { readonly type: 'left'; readonly page: string }
  /** To the actor of this id. */
  | { readonly type: 'send'; readonly actor: string; readonly event: SentEvent }
