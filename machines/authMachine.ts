import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import type { FactorKind } from '../src/contract/factors'
import type { Provider, SignUpBody } from '../src/contract/session'

/**
 * Why there is no session. `elsewhere`: another tab ended it; `rejected`: the server rejected its token; `corrupt`: storage was unreadable.
 */
export type Reason = 'none' | 'user' | 'rejected' | 'elsewhere' | 'corrupt'

/** How a session began. */
export type Via = 'signIn' | 'signUp' | 'social' | 'elsewhere'

/** Why a tab reads storage again. `peer`: another tab sent a message. */
export type SyncCause = 'storage' | 'peer' | 'visible' | 'online' | 'restored' | 'retry'

/** Notices for the user that are not a server's answer. `memoryOnly`: storage is blocked or full, and a reload ends the session. */
export type NoticeCode = 'timeout' | 'socialTimeout' | 'stepTimeout' | 'memoryOnly'

/** What authenticates instead of a password, in a window of its own: a provider, or a passkey, which covers both steps. */
export type ProviderOrPasskey = Provider | 'passkey'

/** The second step of a sign-in, without its challenge: secrets stay out of the machine. */
interface SecondStep {
  readonly methods: readonly FactorKind[]
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** What the user submits in the second step. */
export type SecondStepProof = { readonly code: string } | { readonly recovery_code: string } | 'passkey'

/** A token, represented by its fingerprint. Times are milliseconds; `durable`: it survives a reload. */
export interface Grant {
  readonly tokenId: string
  readonly subject: string | null
  /** The server's session id, or the id of the sign-in that issued the token; a rotation keeps it. */
  readonly sessionId: string
  readonly expiresAt: number
  readonly ttl: number
  readonly durable: boolean
}

/** How a refresh succeeded. `adopted`: another tab had refreshed already; `cleared`: storage was cleared before the answer came. */
export type RefreshOutcome = { readonly kind: 'rotated' | 'adopted'; readonly grant: Grant } | { readonly kind: 'cleared' }

/**
 * How a call of the session failed. `rejected`: 401; `refused`: the server declined it; `transient`: network, time-out, 5xx or 429;
 * `cancelled`: its result is not needed any more; `challenged`: the first step passed, and `step` comes next.
 */
export interface Failure {
  readonly kind: 'rejected' | 'refused' | 'transient' | 'cancelled' | 'challenged'
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
  readonly step?: SecondStep
}

/** The machine's context; never holds a token or a password. Times are milliseconds since 1970. */
export interface AuthContext {
  readonly role: 'admin'
  /** Counts the sessions that began and ended, so that an answer for an earlier session is recognised and dropped. */
  readonly epoch: number
  readonly tokenId: string | null
  readonly subject: string | null
  readonly sessionId: string | null
  /** 0 once the server has rejected the token: it then counts as expired. */
  readonly expiresAt: number
  readonly ttl: number
  /** The token that replaced a rejected one; if the server rejects it too, the session ends. */
  readonly replacementId: string | null
  readonly failures: number
  /** When the last refresh ended: the next one starts at `retryAt` at the earliest. */
  readonly triedAt: number
  readonly retryAt: number
  readonly reason: Reason
  readonly provider: ProviderOrPasskey | null
  /** The second step of the latest sign-in that needs one. */
  readonly step: SecondStep | null
  readonly durable: boolean
}

export type AuthEvent =
  | { readonly type: 'signIn'; readonly email: string; readonly password: string; readonly remember: boolean }
  | { readonly type: 'signUp'; readonly fields: SignUpBody; readonly invitation?: string }
  | { readonly type: 'socialSignIn'; readonly provider: ProviderOrPasskey; readonly remember?: boolean }
  | { readonly type: 'verify'; readonly proof: SecondStepProof }
  | { readonly type: 'forgotPassword'; readonly email: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'signOut' }
  | { readonly type: 'token.needed' }
  | { readonly type: 'token.rejected'; readonly tokenId: string }
  | { readonly type: 'sync'; readonly cause: SyncCause }
  | { readonly type: 'peer.signedOut'; readonly sessionId: string }

export type AuthEmitted =
  | { readonly type: 'session.started'; readonly via: Via }
  | { readonly type: 'session.ended'; readonly reason: Reason }
  | { readonly type: 'session.switched' }
  | { readonly type: 'signedUp' }
  | { readonly type: 'notice'; readonly code: NoticeCode }
  | { readonly type: 'refused'; readonly message: string; readonly fields?: Readonly<Record<string, string>> }

export type AuthTag = 'pending' | 'guest' | 'session' | 'usable' | 'stale' | 'busy' | 'canSubmit'

/**
 * The administrator's session: no token, sign-in and sign-up, a live token, its refresh, and sign-out. Effects are declared here and
 * provided by `src/auth`. Without them every guard is false and every actor stays silent, so that each state can be inspected in isolation.
 */
export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as AuthEmitted,
    tags: {} as AuthTag,
  },
  // Provided by `src/auth/actors.ts`.
  actors: {
    /** Reports what happens around the tab: other tabs, storage, the network, the tab's visibility. */
    environment: fromCallback<AuthEvent>(() => {}),
    signIn: fromPromise<Grant, { email: string; password: string; remember: boolean }>(() => new Promise(() => {})),
    signUp: fromPromise<Grant, { fields: SignUpBody; invitation: string | null }>(() => new Promise(() => {})),
    socialSignIn: fromPromise<Grant, { provider: ProviderOrPasskey; remember: boolean }>(() => new Promise(() => {})),
    verify: fromPromise<Grant, { proof: SecondStepProof }>(() => new Promise(() => {})),
    forgotPassword: fromPromise<null, { email: string }>(() => new Promise(() => {})),
    refresh: fromPromise<RefreshOutcome, { tokenId: string | null }>(() => new Promise(() => {})),
  },
  guards: {
    // Provided by `src/auth/guards.ts`: what storage (the vault) holds now.
    /** A token that has not expired. */
    isVaultFresh: () => false,
    /** A token that has expired. */
    isVaultExpired: () => false,
    /** A value that cannot be decrypted or parsed. */
    isVaultCorrupt: () => false,
    /** A corrupt value, or a token without its expiration or the reverse. */
    isVaultUnusable: () => false,
    /** No usable token: another tab or page cleared or damaged it. */
    isVaultCleared: () => false,
    /** A different token than this tab's. */
    isVaultRotated: () => false,
    /** A different token than this tab's, of a different user. */
    isVaultSwitched: () => false,
    /** The session that ended here within the last two seconds, written back by a refresh that finished late. */
    isResurrected: () => false,

    // Depend on the clock.
    /** This tab's token has expired. */
    isTokenExpired: () => false,
    /** This tab's token is within the refresh margin before its expiry, and the tab is visible. */
    isRefreshDue: () => false,
    /** Neither the back-off nor the minimum pause between two refreshes forbids an attempt. */
    isAttemptAllowed: () => false,

    // Depend on the event.
    isPeerOurs: ({ context }, { sessionId }: { sessionId: string }) => sessionId === context.sessionId,
    isRejectionStale: ({ context }, { tokenId }: { tokenId: string }) => tokenId !== context.tokenId,
    isRejectionFinal: ({ context }, { tokenId }: { tokenId: string }) => tokenId === context.replacementId,
    isGrantDurable: (_, { durable }: { durable: boolean }) => durable,
    isOutcomeCleared: (_, { outcome }: { outcome: RefreshOutcome }) => outcome.kind === 'cleared',
    isOutcomeSwitched: ({ context }, { outcome }: { outcome: RefreshOutcome }) =>
      outcome.kind !== 'cleared' && isSomebodyElse(context, outcome.grant),
    isChallenged: (_, { error }: { error: unknown }) => isFailure(error) && error.kind === 'challenged',
    isFailureRejected: (_, { error }: { error: unknown }) => isFailure(error) && error.kind === 'rejected',
  },
  /** Milliseconds. */
  delays: {
    /** Between two checks of token and storage; provided: 1 to 30 s, never one long timer. */
    heartbeat: 30_000,
    /** Before a failed refresh is retried; provided: 1 to 60 s, longer with each failure. */
    backoff: 2_000,
    /** Time-out of a sign-in, sign-up or password reset. */
    authTimeout: 30_000,
    /** Time-out of a provider's window. */
    socialTimeout: 180_000,
    /** Until an unused second step expires; provided: the rest of the server's time limit. */
    stepTimeout: 300_000,
    /** Time-out of a second step's call; provided: longer for a passkey, because the user has to find the device first. */
    verifyTimeout: 30_000,
    /** Time-out of a refresh, including the wait for the other tabs' lock. */
    refreshTimeout: 20_000,
    /** How long to wait for the reload after sign-up before going on without it. */
    reloadGuard: 3_000,
  },
  actions: {
    // Update the context.
    /** Takes over the token that storage holds. */
    adoptVault: assign({}),
    /** Takes over the token that a sign-in or sign-up was granted. */
    adoptGrant: assign((_, { grant }: { grant: Grant }) => ({
      ...grant,
      replacementId: null,
      failures: 0,
      triedAt: 0,
      retryAt: 0,
    })),
    /** Takes over the token that a refresh brought. */
    adoptRefresh: assign(({ context }, { outcome }: { outcome: RefreshOutcome }) => {
      if (outcome.kind === 'cleared') return {}
      const replacementId = context.expiresAt === 0 ? outcome.grant.tokenId : null
      return { ...outcome.grant, replacementId, durable: context.durable, failures: 0 }
    }),
    /** Keeps a minimum pause between two refreshes of a tab. */
    noteRefresh: assign({}),
    noteFailure: assign(({ context }, _failure: { error: unknown }) => ({ failures: context.failures + 1 })),
    noteProvider: assign((_, { provider }: { provider: ProviderOrPasskey }) => ({ provider })),
    noteStep: assign((_, { error }: { error: unknown }) => ({ step: isFailure(error) ? (error.step ?? null) : null })),
    /** Treats the token as expired, because the server rejected it. */
    noteRejection: assign({ expiresAt: 0 }),
    noteReason: assign((_, { reason }: { reason: Reason }) => ({ reason })),
    /** Starts a new epoch, which drops answers for the previous session. */
    beginSession: assign(({ context }) => ({ epoch: context.epoch + 1, replacementId: null, reason: 'none' as const })),
    /** Forgets the session; keeps the reason why it ended. */
    endSession: assign(({ context }, { reason }: { reason: Reason }) => ({
      epoch: context.epoch + 1,
      reason,
      tokenId: null,
      subject: null,
      sessionId: null,
      expiresAt: 0,
      ttl: 0,
      replacementId: null,
      failures: 0,
      triedAt: 0,
      retryAt: 0,
      provider: null,
    })),

    // Effects, provided by `src/auth/effects.ts`.
    /** Writes the granted token. The transition does it, not the promise, so that a cancelled sign-in writes nothing. */
    storeGrant: (_scope, _grant: { grant: Grant }) => {},
    /** Clears storage, unless it holds another user's session. */
    clearStorage: () => {},
    /** Clears storage, unless it holds a session that another tab has begun since. */
    clearThisSession: () => {},
    /** Clears the remains of an unusable session; leaves another tab's sign-in alone. */
    tidyStorage: () => {},
    /** Clears storage if its value is unusable: a token that another page truncated or overwrote, or that lost its expiration. */
    clearIfUnusable: () => {},
    /** For two seconds, treats a token of this session that appears in storage as a leftover. */
    quarantineSession: () => {},
    /** Tells the other tabs which session ended. */
    announceSignOut: () => {},
    /** Ends the session on the server, without waiting for the answer. */
    endOnServer: () => {},
    reloadPage: () => {},
    /** Reads storage again: another tab may have signed in while this one was busy. */
    rereadStorage: () => {},

    // Events for the page.
    emitStarted: emit((_, { via }: { via: Via }) => ({ type: 'session.started' as const, via })),
    emitEnded: emit((_, { reason }: { reason: Reason }) => ({ type: 'session.ended' as const, reason })),
    emitSwitched: emit({ type: 'session.switched' }),
    emitSignedUp: emit({ type: 'signedUp' }),
    emitNotice: emit((_, { code }: { code: NoticeCode }) => ({ type: 'notice' as const, code })),
    emitRefused: emit((_, { error }: { error: unknown }) => refusalOf(error)),
  },
}).createMachine({
  id: 'auth',
  description: 'An administrator’s session in one tab: sign-in, the token and its refresh, sign-out.',
  context: {
    role: 'admin',
    epoch: 0,
    tokenId: null,
    subject: null,
    sessionId: null,
    expiresAt: 0,
    ttl: 0,
    replacementId: null,
    failures: 0,
    triedAt: 0,
    retryAt: 0,
    reason: 'none',
    provider: null,
    step: null,
    durable: true,
  },
  invoke: { id: 'environment', src: 'environment' },
  initial: 'booting',
  states: {
    booting: {
      description: 'The tab reads storage once, to see whether somebody is signed in.',
      tags: ['pending'],
      always: [
        {
          description: 'Storage holds a valid token.',
          guard: 'isVaultFresh',
          target: 'session.authenticated',
          actions: ['adoptVault', 'beginSession'],
        },
        {
          description: 'Storage holds an expired token.',
          guard: 'isVaultExpired',
          target: 'session.expired',
          actions: ['adoptVault', 'beginSession'],
        },
        {
          description: 'Storage holds data that cannot be read: clear it.',
          guard: 'isVaultCorrupt',
          target: 'guest.noToken',
          actions: [{ type: 'noteReason', params: { reason: 'corrupt' } }, 'tidyStorage'],
        },
        { description: 'Storage holds no usable token: clear what is left.', target: 'guest.noToken', actions: 'tidyStorage' },
      ],
    },
    guest: {
      description: 'Nobody is signed in.',
      tags: ['guest'],
      initial: 'noToken',
      on: {
        sync: [
          {
            description: 'A late refresh has stored the session that just ended: clear it.',
            guard: 'isResurrected',
            actions: 'clearStorage',
          },
          {
            description: 'Another tab signed in.',
            guard: 'isVaultFresh',
            target: 'session.authenticated',
            actions: ['adoptVault', 'beginSession', { type: 'emitStarted', params: { via: 'elsewhere' } }],
          },
          {
            description: 'Storage holds data that cannot be used: clear it.',
            guard: 'isVaultUnusable',
            actions: 'clearIfUnusable',
          },
        ],
      },
      // The three resting states handle the same four events. Each repeats them, so that it reads on its own and keeps its short name; a
      // parent state around the three would lengthen the names everywhere.
      states: {
        noToken: {
          description: 'The sign-in pages, before an attempt or after a refused one.',
          tags: ['canSubmit'],
          entry: 'rereadStorage',
          on: {
            signIn: { description: 'The user submits the sign-in form.', target: 'signingIn' },
            signUp: { description: 'The user submits the sign-up form.', target: 'signingUp' },
            socialSignIn: {
              description: 'The user chooses a provider.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'The user requests reset instructions.', target: 'requestingReset' },
          },
        },
        signedOut: {
          description: 'A session has just ended; the context says why.',
          tags: ['canSubmit'],
          entry: 'rereadStorage',
          on: {
            signIn: { description: 'The user submits the sign-in form.', target: 'signingIn' },
            signUp: { description: 'The user submits the sign-up form.', target: 'signingUp' },
            socialSignIn: {
              description: 'The user chooses a provider.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'The user requests reset instructions.', target: 'requestingReset' },
          },
        },
        resetSent: {
          description: 'The server sends reset instructions by email.',
          tags: ['canSubmit'],
          entry: 'rereadStorage',
          on: {
            signIn: { description: 'The user submits the sign-in form.', target: 'signingIn' },
            signUp: { description: 'The user submits the sign-up form.', target: 'signingUp' },
            socialSignIn: {
              description: 'The user chooses a provider.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'The user requests reset instructions again.', target: 'requestingReset' },
          },
        },
        signingIn: {
          description: 'The server checks email and password.',
          tags: ['busy'],
          on: {
            sync: { description: 'Ignored until this tab’s own request is answered.' },
            cancel: { description: 'The user cancels; nothing has been stored.', target: 'noToken' },
          },
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'signIn')
              return { email: event.email, password: event.password, remember: event.remember }
            },
            onDone: [
              {
                description: 'Signed in.',
                guard: { type: 'isGrantDurable', params: ({ event }) => ({ durable: event.output.durable }) },
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'signIn' } },
                ],
              },
              {
                description: 'Signed in, but storage is memory only: a reload ends the session.',
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'signIn' } },
                  { type: 'emitNotice', params: { code: 'memoryOnly' } },
                ],
              },
            ],
            onError: [
              {
                description: 'The account requires a second step.',
                guard: { type: 'isChallenged', params: ({ event }) => ({ error: event.error }) },
                target: 'secondStep',
                actions: { type: 'noteStep', params: ({ event }) => ({ error: event.error }) },
              },
              {
                description: 'Refused, or no answer.',
                target: 'noToken',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          after: {
            authTimeout: {
              description: 'No answer in time.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'timeout' } },
            },
          },
        },
        secondStep: {
          description: 'The first step was right; the account requires a second: a code, a recovery code or a passkey.',
          tags: ['canSubmit'],
          entry: 'rereadStorage',
          on: {
            verify: { description: 'The user submits the second step.', target: 'verifying' },
            cancel: { description: 'The user cancels; nothing has been stored.', target: 'noToken' },
          },
          after: {
            stepTimeout: {
              description: 'The server no longer accepts a second step.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'stepTimeout' } },
            },
          },
        },
        verifying: {
          description: 'The server checks the second step.',
          tags: ['busy'],
          on: {
            sync: { description: 'Ignored until this tab’s own request is answered.' },
            cancel: { description: 'The user cancels; the server may already have accepted the code.', target: 'noToken' },
          },
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ event }) => {
              assertEvent(event, 'verify')
              return { proof: event.proof }
            },
            onDone: [
              {
                description: 'Signed in.',
                guard: { type: 'isGrantDurable', params: ({ event }) => ({ durable: event.output.durable }) },
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'signIn' } },
                ],
              },
              {
                description: 'Signed in, but storage is memory only: a reload ends the session.',
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'signIn' } },
                  { type: 'emitNotice', params: { code: 'memoryOnly' } },
                ],
              },
            ],
            onError: [
              {
                description: 'The server ends the sign-in: it took too long, or the account has changed.',
                guard: { type: 'isFailureRejected', params: ({ event }) => ({ error: event.error }) },
                target: 'noToken',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
              {
                description: 'Refused, or no answer: the user can try again.',
                target: 'secondStep',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          after: {
            verifyTimeout: {
              description: 'No answer in time; the server may already have accepted the code.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'timeout' } },
            },
          },
        },
        signingUp: {
          description: 'The server registers an administrator.',
          tags: ['busy'],
          on: {
            sync: { description: 'Ignored until this tab’s own request is answered.' },
            cancel: { description: 'The user cancels; nothing has been stored.', target: 'noToken' },
          },
          invoke: {
            id: 'signUp',
            src: 'signUp',
            input: ({ event }) => {
              assertEvent(event, 'signUp')
              return { fields: event.fields, invitation: event.invitation ?? null }
            },
            onDone: [
              {
                description: 'Registered.',
                guard: { type: 'isGrantDurable', params: ({ event }) => ({ durable: event.output.durable }) },
                target: '#auth.enrolled',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  'emitSignedUp',
                ],
              },
              {
                description: 'Registered, but storage is memory only: a reload would lose the session.',
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'signUp' } },
                  { type: 'emitNotice', params: { code: 'memoryOnly' } },
                ],
              },
            ],
            onError: {
              description: 'Refused, or no answer.',
              target: 'noToken',
              actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
            },
          },
          after: {
            authTimeout: {
              description: 'No answer in time.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'timeout' } },
            },
          },
        },
        socialSigningIn: {
          description: 'A provider, or a passkey, identifies the user in its own window.',
          tags: ['busy'],
          on: {
            sync: { description: 'Ignored until this tab’s own request is answered.' },
            cancel: { description: 'The user closes the window, or cancels.', target: 'noToken' },
            socialSignIn: {
              description: 'The user chooses another provider.',
              target: 'socialSigningIn',
              reenter: true,
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
          },
          invoke: {
            id: 'socialSignIn',
            src: 'socialSignIn',
            input: ({ event }) => {
              assertEvent(event, 'socialSignIn')
              return { provider: event.provider, remember: event.remember ?? true }
            },
            onDone: [
              {
                description: 'Signed in.',
                guard: { type: 'isGrantDurable', params: ({ event }) => ({ durable: event.output.durable }) },
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'social' } },
                ],
              },
              {
                description: 'Signed in, but storage is memory only: a reload ends the session.',
                target: '#auth.session.authenticated',
                actions: [
                  { type: 'storeGrant', params: ({ event }) => ({ grant: event.output }) },
                  { type: 'adoptGrant', params: ({ event }) => ({ grant: event.output }) },
                  'beginSession',
                  { type: 'emitStarted', params: { via: 'social' } },
                  { type: 'emitNotice', params: { code: 'memoryOnly' } },
                ],
              },
            ],
            onError: [
              {
                description: 'The account requires a second step.',
                guard: { type: 'isChallenged', params: ({ event }) => ({ error: event.error }) },
                target: 'secondStep',
                actions: { type: 'noteStep', params: ({ event }) => ({ error: event.error }) },
              },
              {
                description: 'Refused, not configured, or no answer.',
                target: 'noToken',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          after: {
            socialTimeout: {
              description: 'The window does not answer in time.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'socialTimeout' } },
            },
          },
        },
        requestingReset: {
          description: 'The console asks the server for reset instructions.',
          tags: ['busy'],
          on: {
            sync: { description: 'Ignored until this tab’s own request is answered.' },
            cancel: { description: 'The user cancels.', target: 'noToken' },
          },
          invoke: {
            id: 'forgotPassword',
            src: 'forgotPassword',
            input: ({ event }) => {
              assertEvent(event, 'forgotPassword')
              return { email: event.email }
            },
            onDone: { description: 'The server accepts the request.', target: 'resetSent' },
            onError: {
              description: 'Refused, or no answer.',
              target: 'noToken',
              actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
            },
          },
          after: {
            authTimeout: {
              description: 'No answer in time.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'timeout' } },
            },
          },
        },
      },
    },
    enrolled: {
      description: 'Registered: the page reloads once, and starts signed in.',
      tags: ['pending'],
      entry: 'reloadPage',
      after: {
        reloadGuard: {
          description: 'The page has not reloaded: continue without.',
          target: 'session.authenticated',
          actions: { type: 'emitStarted', params: { via: 'signUp' } },
        },
      },
    },
    session: {
      description: 'An administrator is signed in.',
      tags: ['session'],
      initial: 'expired',
      on: {
        signOut: {
          description: 'The user signs out.',
          target: 'guest.signedOut',
          actions: [
            'clearStorage',
            'quarantineSession',
            'announceSignOut',
            { type: 'endSession', params: { reason: 'user' } },
            'endOnServer',
            { type: 'emitEnded', params: { reason: 'user' } },
          ],
        },
        'peer.signedOut': {
          description: 'Another tab signed out of this session.',
          guard: { type: 'isPeerOurs', params: ({ event }) => ({ sessionId: event.sessionId }) },
          target: 'guest.signedOut',
          actions: [
            'clearThisSession',
            'quarantineSession',
            { type: 'endSession', params: { reason: 'elsewhere' } },
            { type: 'emitEnded', params: { reason: 'elsewhere' } },
          ],
        },
        'token.rejected': [
          {
            description: 'The server refuses a token that this tab no longer uses: stay.',
            guard: { type: 'isRejectionStale', params: ({ event }) => ({ tokenId: event.tokenId }) },
          },
          { description: 'The refused token has expired: refresh it.', guard: 'isTokenExpired', target: '.expired' },
          {
            description: 'The server also refuses the token that replaced a refused one: the session is over.',
            guard: { type: 'isRejectionFinal', params: ({ event }) => ({ tokenId: event.tokenId }) },
            target: 'guest.signedOut',
            actions: [
              'clearThisSession',
              'quarantineSession',
              'announceSignOut',
              { type: 'endSession', params: { reason: 'rejected' } },
              { type: 'emitEnded', params: { reason: 'rejected' } },
            ],
          },
          {
            description: 'The server refuses a token that has not expired: a refresh shows whether the session is over.',
            target: '.expired',
            actions: 'noteRejection',
          },
        ],
        sync: [
          {
            description: 'Another tab cleared storage.',
            guard: 'isVaultCleared',
            target: 'guest.signedOut',
            actions: [
              'clearIfUnusable',
              'quarantineSession',
              { type: 'endSession', params: { reason: 'elsewhere' } },
              { type: 'emitEnded', params: { reason: 'elsewhere' } },
            ],
          },
          {
            description: 'Another user signed in, in another tab.',
            guard: 'isVaultSwitched',
            target: '.authenticated',
            reenter: true,
            actions: ['adoptVault', 'beginSession', 'emitSwitched'],
          },
          {
            description: 'Another tab refreshed the token.',
            guard: 'isVaultRotated',
            target: '.authenticated',
            reenter: true,
            actions: 'adoptVault',
          },
          {
            description: 'The tab is active again, and the token is due for a refresh.',
            guard: 'isRefreshDue',
            target: '.refreshing',
          },
        ],
      },
      states: {
        authenticated: {
          description: 'The token has not expired, as far as this tab knows.',
          tags: ['usable'],
          on: {
            'token.needed': {
              description: 'A request needs the token, which has expired.',
              guard: 'isTokenExpired',
              target: 'expired',
            },
          },
          after: {
            heartbeat: [
              {
                description: 'Storage was cleared without a message from another tab.',
                guard: 'isVaultCleared',
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              { description: 'The token is due for a refresh, or has expired.', guard: 'isRefreshDue', target: 'refreshing' },
              { description: 'The token is not due yet.', target: 'authenticated', reenter: true },
            ],
          },
        },
        expired: {
          description: 'The token has expired or was refused; the tab refreshes it as soon as an attempt is allowed.',
          tags: ['stale'],
          always: { description: 'An attempt is allowed now.', guard: 'isAttemptAllowed', target: 'refreshing' },
          on: {
            'token.rejected': { description: 'Ignored: a refresh of this token is pending.' },
            'token.needed': { description: 'A request waits for a token.', guard: 'isAttemptAllowed', target: 'refreshing' },
          },
          after: { backoff: { description: 'The wait after a failed attempt is over.', target: 'refreshing' } },
        },
        refreshing: {
          description: 'This tab or another one refreshes the token.',
          tags: ['busy'],
          on: {
            'token.needed': { description: 'The request waits for this refresh.' },
            'token.rejected': { description: 'Ignored: a refresh is under way.' },
            sync: [
              {
                description: 'Another tab cleared storage.',
                guard: 'isVaultCleared',
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              {
                description: 'Another user signed in, in another tab.',
                guard: 'isVaultSwitched',
                target: 'authenticated',
                actions: ['adoptVault', 'beginSession', 'emitSwitched'],
              },
              {
                description: 'Another tab refreshed the token first.',
                guard: 'isVaultRotated',
                target: 'authenticated',
                actions: 'adoptVault',
              },
              { description: 'Nothing relevant has changed: keep waiting.' },
            ],
          },
          invoke: {
            id: 'refresh',
            src: 'refresh',
            input: ({ context }) => ({ tokenId: context.tokenId }),
            onDone: [
              {
                description: 'Storage was cleared during the refresh.',
                guard: { type: 'isOutcomeCleared', params: ({ event }) => ({ outcome: event.output }) },
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              {
                description: 'Another tab stored the token of another user.',
                guard: { type: 'isOutcomeSwitched', params: ({ event }) => ({ outcome: event.output }) },
                target: 'authenticated',
                actions: [
                  { type: 'adoptRefresh', params: ({ event }) => ({ outcome: event.output }) },
                  'noteRefresh',
                  'beginSession',
                  'emitSwitched',
                ],
              },
              {
                description: 'This tab or another one has stored a new token.',
                target: 'authenticated',
                actions: [{ type: 'adoptRefresh', params: ({ event }) => ({ outcome: event.output }) }, 'noteRefresh'],
              },
            ],
            onError: [
              {
                description: '401: the server has ended the session.',
                guard: { type: 'isFailureRejected', params: ({ event }) => ({ error: event.error }) },
                target: '#auth.guest.signedOut',
                actions: [
                  'clearThisSession',
                  'quarantineSession',
                  'announceSignOut',
                  { type: 'endSession', params: { reason: 'rejected' } },
                  { type: 'emitEnded', params: { reason: 'rejected' } },
                ],
              },
              {
                description: 'Network error, time-out, 5xx, 429 or another refusal: the session goes on.',
                target: 'settling',
                actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          after: {
            refreshTimeout: {
              description: 'No answer in time.',
              target: 'settling',
              actions: { type: 'noteFailure', params: { error: null } },
            },
          },
        },
        settling: {
          description: 'After a failed refresh, the tab checks whether the old token is still valid.',
          always: [
            { description: 'The token has expired.', guard: 'isTokenExpired', target: 'expired' },
            { description: 'The token is still valid: keep it.', target: 'authenticated' },
          ],
        },
      },
    },
  },
})

function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'kind' in error && 'message' in error
}

/** True when both subjects are known and differ. If one is unknown, a different session counts as a different user's. */
export function isSomebodyElse(
  mine: Pick<AuthContext, 'subject' | 'sessionId'>,
  theirs: Pick<Grant, 'subject' | 'sessionId'>,
): boolean {
  return mine.subject === null || theirs.subject === null ? mine.sessionId !== theirs.sessionId : mine.subject !== theirs.subject
}

function refusalOf(error: unknown): Extract<AuthEmitted, { type: 'refused' }> {
  const { message, fields } = isFailure(error) ? error : { message: '', fields: undefined }
  return { type: 'refused', message, ...(fields && { fields }) }
}
