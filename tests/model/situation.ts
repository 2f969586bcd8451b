import type { Outside } from '../support/session/sessionChart'

/** What is around a tab, as far as the session's chart asks for it. The tours know it step by step; the systems have to bring it about. */
export interface Situation {
  /** The session's token by the tab's clock: with time left, inside the margin before its end, or past it. */
  readonly token: 'none' | 'live' | 'due' | 'out'
  /** No refresh may begin yet: for a pause that doubles with each failure, or for a minute when the server asked for it. */
  readonly waits: 'no' | 'pause' | 'minute'
  /** Where the tab holds its token: memory, when no storage takes it. */
  readonly heldIn: 'storage' | 'memory'
  /** A screen's request whose answer is held back: it carries the session's token, or the one before. */
  readonly request: 'none' | 'ours' | 'older'
  /** The form that was sent last is one that the server accepts. */
  readonly right: boolean
  /** The account that is being signed in to asks for a second step. */
  readonly second: boolean
  /** A request was refused: the server did so before the token's time, and the token that came in its place is the one held now. */
  readonly mended: 'no' | 'asked' | 'yes'
  /** A session has ended in this very moment. */
  readonly ended: boolean
}

export const nothing: Situation = {
  token: 'none',
  waits: 'no',
  heldIn: 'storage',
  request: 'none',
  right: true,
  second: false,
  mended: 'no',
  ended: false,
}

/** A session begins with a token that lives. */
export const begun = { token: 'live', waits: 'no', mended: 'no' } as const

/** A new token has come; a request that is still held carries the one before. */
export function renewed({ request }: Situation): Partial<Situation> {
  return { ...(request === 'ours' && { request: 'older' }), ...begun }
}

/** What an event comes upon besides the situation, for as long as it takes. */
export type Finding = 'fresh' | 'gone' | 'corrupt' | 'rotated' | 'switched' | 'resurrected' | 'online'

const found: Readonly<Record<Finding, readonly Outside[]>> = {
  fresh: ['isVaultFresh'],
  gone: ['isVaultGone'],
  corrupt: ['isVaultCorrupt', 'isVaultUnusable'],
  rotated: ['isVaultFresh', 'isVaultRotated'],
  switched: ['isVaultFresh', 'isVaultRotated', 'isVaultSwitched'],
  resurrected: ['isVaultFresh', 'isResurrected'],
  online: ['isAttemptAllowed', 'isRefreshDue'],
}

/** The chart's questions that are answered with yes. */
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
