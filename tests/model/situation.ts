import type { Outside } from '../support/session/sessionChart'

/** The surroundings of a tab, as far as the session's chart depends on them. Tours know them step by step; the systems must cause them. */
export interface Situation {
  /** The session's token by the tab's clock: with time left, within the margin before its expiry, or expired. */
  readonly token: 'none' | 'live' | 'due' | 'out'
  /** Whether a refresh must wait: for a pause that doubles with each failure, or for a minute when the server asked for it. */
  readonly waits: 'no' | 'pause' | 'minute'
  /** Where the tab keeps its token: in memory when no storage accepts it. */
  readonly heldIn: 'storage' | 'memory'
  /** A screen's held request: it carries the session's token, or the one before. */
  readonly request: 'none' | 'ours' | 'older'
  /** Whether the server accepts the last submitted form. */
  readonly right: boolean
  /** Whether the account requires a second step. */
  readonly second: boolean
  /** Whether a device asks for a passkey, instead of a provider's window or a code's answer. */
  readonly passkey: boolean
  /** Whether the server refused a request before the token's expiry, and a new token has replaced the refused one. */
  readonly mended: 'no' | 'asked' | 'yes'
  /** A session has ended just now. */
  readonly ended: boolean
}

export const nothing: Situation = {
  token: 'none',
  waits: 'no',
  heldIn: 'storage',
  request: 'none',
  right: true,
  second: false,
  passkey: false,
  mended: 'no',
  ended: false,
}

/** A session begins with a live token. */
export const begun = { token: 'live', waits: 'no', mended: 'no', passkey: false } as const

/** Changes of a refresh; a request still held carries the old token. */
export function renewed({ request }: Situation): Partial<Situation> {
  return { ...(request === 'ours' && { request: 'older' }), ...begun }
}

/** What an event finds besides the situation, for the event only. */
export type Finding = 'fresh' | 'cleared' | 'corrupt' | 'rotated' | 'switched' | 'resurrected' | 'online'

const found: Readonly<Record<Finding, readonly Outside[]>> = {
  fresh: ['isVaultFresh'],
  cleared: ['isVaultCleared'],
  corrupt: ['isVaultCorrupt', 'isVaultUnusable'],
  rotated: ['isVaultFresh', 'isVaultRotated'],
  switched: ['isVaultFresh', 'isVaultRotated', 'isVaultSwitched'],
  resurrected: ['isVaultFresh', 'isResurrected'],
  online: ['isAttemptAllowed', 'isRefreshDue'],
}

/** The chart's guards that answer yes. */
export function answersTo({ token, waits }: Situation, finding: Finding | null): readonly Outside[] {
  const isInMargin = token === 'due' || token === 'out'
  const clock: Outside[] = [
    ...(token === 'out' ? (['isTokenExpired'] as const) : []),
    ...(waits === 'no' ? (['isAttemptAllowed'] as const) : []),
    ...(isInMargin && waits === 'no' ? (['isRefreshDue'] as const) : []),
  ]
  const storage: readonly Outside[] = token === 'out' ? ['isVaultExpired'] : token === 'none' ? [] : ['isVaultFresh']
  const isAbout = finding !== null && finding !== 'online'
  return [...clock, ...(isAbout ? [] : storage), ...(finding === null ? [] : found[finding])]
}
