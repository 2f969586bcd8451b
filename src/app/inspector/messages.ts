/** The messages between a page's recorder and the inspector, on one BroadcastChannel. They hold no secrets: see redact.ts. */

/** Steps per actor, and actors per page, that recorder and inspector store. */
export const STEPS_MAX = 500
export const ACTORS_MAX = 30

/** The redacted fields of an event or a context. */
export interface Redacted {
  readonly [field: string]: string | number | boolean | null | Redacted
}

/** A step of an actor: an event and its result. */
export interface Entry {
  /** Number of the step within its actor, from 0. */
  readonly n: number
  /** Milliseconds since 1970. */
  readonly at: number
  /**
   * The event's full type: `signIn`, `xstate.done.actor.signIn`. Empty for the start, the end, or an event that the machine does not
   * handle.
   */
  readonly event: string
  readonly data: Redacted
  /** The transitions taken, including eventless ones, in order: `auth.guest.noToken signIn #0`. */
  readonly transitions: readonly string[]
  /** The innermost active states, one per region: `guest.signingIn`, `page.seen stream.closed notice.idle`. */
  readonly value: string
  readonly context: Redacted
  /** The actor has stopped, or reached a final state. */
  readonly isOver: boolean
}

/** A running machine and its page: a tab, until it is closed or reloaded. */
export interface ActorInfo {
  readonly id: string
  /** The machine's id, `auth` for the session. */
  readonly machine: string
  readonly page: string
  /** The page's title. */
  readonly title: string
  /** When the page was opened, milliseconds since 1970. */
  readonly openedAt: number
  /** Whether the page accepts events from the inspector. */
  readonly listens: boolean
}

/** An event that the inspector may send; the page adds the token's fingerprint where it is needed. */
export interface SentEvent {
  readonly type: string
  readonly [field: string]: string | number
}

/** The messages of the channel. */
export type InspectorMessage =
  /** Asks every page for all steps of all actors; `again`: for the last step of each, as a poll. */
  | { readonly type: 'hello'; readonly again: boolean }
  /** Steps in order: a new one, or the requested ones. */
  | { readonly type: 'steps'; readonly actor: ActorInfo; readonly entries: readonly Entry[] }
  /** The page is closing. */
  | { readonly type: 'left'; readonly page: string }
  /** Sends an event to the actor with this id. */
  | { readonly type: 'send'; readonly actor: string; readonly event: SentEvent }

/** `xstate.done.actor.signIn` reads done(signIn), `xstate.after.heartbeat.auth…` after(heartbeat), no event always. */
export function labelOf(event: string): string {
  return event.replace(/^xstate\.(?:(done|error)\.actor|(after))\.([^.]+).*/, '$1$2($3)') || 'always'
}
