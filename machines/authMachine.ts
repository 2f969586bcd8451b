import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import type { FactorKind } from '../src/contract/factors'
import type { Provider, SignUpBody } from '../src/contract/session'

/** Why no session is held. `elsewhere`: another tab ended it; `rejected`: the server did; `corrupt`: storage was unreadable. */
export type Reason = 'none' | 'user' | 'rejected' | 'elsewhere' | 'corrupt'

/** How a session began. */
export type Via = 'signIn' | 'signUp' | 'social' | 'elsewhere'

/** What made a tab look at storage again. `peer`: another tab said so. */
export type SyncCause = 'storage' | 'peer' | 'visible' | 'online' | 'restored' | 'retry'

/** Something the user should hear that is no answer of the server. `memoryOnly`: storage is blocked or full, a reload ends the session. */
export type NoticeCode = 'timeout' | 'socialTimeout' | 'stepTimeout' | 'memoryOnly'

/** Who vouches in a window of its own instead of a password: a provider, or a passkey, which is both steps in one. */
export type Voucher = Provider | 'passkey'

/** The second step of a sign-in, as the machine knows it: without the challenge. */
interface SecondStep {
  readonly methods: readonly FactorKind[]
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** What somebody shows in the second step. */
export type Way = { readonly code: string } | { readonly recovery_code: string } | 'passkey'

/** A token as the machine knows it: by fingerprint. Times are milliseconds; `durable`: it outlives a reload. */
export interface Grant {
  readonly tokenId: string
  readonly subject: string | null
  /** The server's session, or the sign-in that the token comes from; rotation keeps it. */
  readonly sessionId: string
  readonly expiresAt: number
  readonly ttl: number
  readonly durable: boolean
}

/** How a refresh ended well. `adopted`: another tab had done it; `gone`: storage was cleared meanwhile. */
export type RefreshOutcome = { readonly kind: 'rotated' | 'adopted'; readonly grant: Grant } | { readonly kind: 'gone' }

/**
 * How a call of the session failed. `rejected`: 401; `refused`: the server said no; `transient`: network, time-out, 5xx or 429;
 * `cancelled`: nobody waits for it any more; `challenged`: right so far, and `step` comes next.
 */
export interface Failure {
  readonly kind: 'rejected' | 'refused' | 'transient' | 'cancelled' | 'challenged'
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterS?: number
  readonly step?: SecondStep
}

/** What the machine remembers; never a token, never a password. Times are milliseconds since 1970. */
export interface AuthContext {
  readonly role: 'admin'
  /** Counts sessions begun and ended, so that an answer of another session can be told. */
  readonly epoch: number
  readonly tokenId: string | null
  readonly subject: string | null
  readonly sessionId: string | null
  /** 0 once the server has refused the token: it counts as past its time. */
  readonly expiresAt: number
  readonly ttl: number
  /** The token that came in the place of a refused one; refused as well, it ends the session. */
  readonly mendedId: string | null
  readonly failures: number
  /** When the last refresh was over: none begins from then until `retryAt`. */
  readonly triedAt: number
  readonly retryAt: number
  readonly reason: Reason
  readonly provider: Voucher | null
  /** The second step that was asked for last. */
  readonly step: SecondStep | null
  readonly durable: boolean
}

export type AuthEvent =
  | { readonly type: 'signIn'; readonly email: string; readonly password: string; readonly remember: boolean }
  | { readonly type: 'signUp'; readonly fields: SignUpBody; readonly invitation?: string }
  | { readonly type: 'socialSignIn'; readonly provider: Voucher; readonly remember?: boolean }
  | { readonly type: 'verify'; readonly way: Way }
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
 * The administrator's session: no token, the ways in, a live token, its refresh, and the ways out.
 * Effects are named here and provided by `src/auth`. Alone, every guard says no and every actor stays silent, so that a state can be
 * looked at in peace.
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
    /** What happens around the tab: other tabs, storage, the network, the tab itself. */
    environment: fromCallback<AuthEvent>(() => {}),
    signIn: fromPromise<Grant, { email: string; password: string; remember: boolean }>(() => new Promise(() => {})),
    signUp: fromPromise<Grant, { fields: SignUpBody; invitation: string | null }>(() => new Promise(() => {})),
    socialSignIn: fromPromise<Grant, { provider: Voucher; remember: boolean }>(() => new Promise(() => {})),
    verify: fromPromise<Grant, { way: Way }>(() => new Promise(() => {})),
    forgotPassword: fromPromise<null, { email: string }>(() => new Promise(() => {})),
    refresh: fromPromise<RefreshOutcome, { tokenId: string | null }>(() => new Promise(() => {})),
  },
  guards: {
    // What storage, the vault, holds now; `src/auth/guards.ts` looks.
    /** A token within its time. */
    isVaultFresh: () => false,
    /** A token past its time. */
    isVaultExpired: () => false,
    /** Something that nobody can read. */
    isVaultCorrupt: () => false,
    /** The same, or half a pair of token and expiration. */
    isVaultUnusable: () => false,
    /** No token any more. */
    isVaultGone: () => false,
    /** Another token than ours. */
    isVaultRotated: () => false,
    /** Another token than ours, and of somebody else. */
    isVaultSwitched: () => false,
    /** The very session that ended here within the last two seconds, written once more by a refresh that came late. */
    isResurrected: () => false,

    // What the clock says.
    /** Our token is past its time. */
    isTokenExpired: () => false,
    /** Our token is inside the margin before its end, and this tab is being looked at. */
    isRefreshDue: () => false,
    /** Neither the back-off nor the pause between two refreshes forbids one. */
    isAttemptAllowed: () => false,

    // What an event brought.
    isPeerOurs: ({ context }, { sessionId }: { sessionId: string }) => sessionId === context.sessionId,
    isRejectionStale: ({ context }, { tokenId }: { tokenId: string }) => tokenId !== context.tokenId,
    isRejectionFinal: ({ context }, { tokenId }: { tokenId: string }) => tokenId === context.mendedId,
    isGrantDurable: (_, { durable }: { durable: boolean }) => durable,
    isOutcomeGone: (_, { outcome }: { outcome: RefreshOutcome }) => outcome.kind === 'gone',
    isOutcomeSwitched: ({ context }, { outcome }: { outcome: RefreshOutcome }) =>
      outcome.kind !== 'gone' && isSomebodyElse(context, outcome.grant),
    isStepAsked: (_, { error }: { error: unknown }) => isFailure(error) && error.kind === 'challenged',
    isFailureRejected: (_, { error }: { error: unknown }) => isFailure(error) && error.kind === 'rejected',
  },
  /** Milliseconds. */
  delays: {
    /** Between two looks at token and storage; provided: 1 to 30 s, never one long timer. */
    heartbeat: 30_000,
    /** Before a failed refresh is tried again; provided: 1 to 60 s, longer with each failure. */
    backoff: 2_000,
    /** A sign-in, sign-up or reset without an answer. */
    authTimeout: 30_000,
    /** A provider's window without an answer. */
    socialTimeout: 180_000,
    /** A second step that nobody takes; provided: what is left of the server's time. */
    stepTimeout: 300_000,
    /** A second step without an answer; provided: longer for a passkey, which its owner has to find first. */
    verifyTimeout: 30_000,
    /** A refresh without an answer, the wait for the other tabs included. */
    refreshTimeout: 20_000,
    /** The reload after sign-up that did not happen. */
    reloadGuard: 3_000,
  },
  actions: {
    // What the context remembers.
    /** Takes over the token that storage holds. */
    adoptVault: assign({}),
    /** Takes over the token that a way in was granted. */
    adoptGrant: assign((_, { grant }: { grant: Grant }) => ({ ...grant, mendedId: null, failures: 0, triedAt: 0, retryAt: 0 })),
    /** Takes over the token that a refresh brought. */
    adoptRefresh: assign(({ context }, { outcome }: { outcome: RefreshOutcome }) => {
      if (outcome.kind === 'gone') return {}
      const mendedId = context.expiresAt === 0 ? outcome.grant.tokenId : null
      return { ...outcome.grant, mendedId, durable: context.durable, failures: 0 }
    }),
    /** Two refreshes in a tab are a pause apart. */
    noteRefresh: assign({}),
    noteFailure: assign(({ context }, _failure: { error: unknown }) => ({ failures: context.failures + 1 })),
    noteProvider: assign((_, { provider }: { provider: Voucher }) => ({ provider })),
    noteStep: assign((_, { error }: { error: unknown }) => ({ step: isFailure(error) ? (error.step ?? null) : null })),
    /** The server refuses the token, whatever its time. */
    noteRejection: assign({ expiresAt: 0 }),
    noteReason: assign((_, { reason }: { reason: Reason }) => ({ reason })),
    /** A new epoch: answers of the one before are dropped. */
    beginSession: assign(({ context }) => ({ epoch: context.epoch + 1, mendedId: null, reason: 'none' as const })),
    /** Forgets all of the session but why it ended. */
    endSession: assign(({ context }, { reason }: { reason: Reason }) => ({
      epoch: context.epoch + 1,
      reason,
      tokenId: null,
      subject: null,
      sessionId: null,
      expiresAt: 0,
      ttl: 0,
      mendedId: null,
      failures: 0,
      triedAt: 0,
      retryAt: 0,
      provider: null,
    })),

    // Effects, provided by `src/auth/effects.ts`.
    /** Writes the granted token: by this transition, never inside the promise, so that a cancelled sign-in writes nothing. */
    storeGrant: (_scope, _grant: { grant: Grant }) => {},
    /** Clears storage, but for a session of somebody else. */
    clearStorage: () => {},
    /** Clears storage, but for a session that began elsewhere meanwhile. */
    clearIfOwn: () => {},
    /** Clears what is left of a session that cannot be used, and nothing of another tab's sign-in. */
    tidyStorage: () => {},
    /** Clears what is stored if nobody can use it: a token that another page cut or overwrote, or that lost its other half. */
    clearIfUnusable: () => {},
    /** For two seconds a token of this session that turns up in storage is a leftover. */
    quarantineSession: () => {},
    /** Tells the other tabs which session is over. */
    announceSignOut: () => {},
    /** Tells the server, and does not wait for it. */
    endOnServer: () => {},
    reloadPage: () => {},
    /** Looks at storage once more: another tab may have signed in while this one was busy. */
    lookAgain: () => {},

    // What the page is told.
    emitStarted: emit((_, { via }: { via: Via }) => ({ type: 'session.started' as const, via })),
    emitEnded: emit((_, { reason }: { reason: Reason }) => ({ type: 'session.ended' as const, reason })),
    emitSwitched: emit({ type: 'session.switched' }),
    emitSignedUp: emit({ type: 'signedUp' }),
    emitNotice: emit((_, { code }: { code: NoticeCode }) => ({ type: 'notice' as const, code })),
    emitRefused: emit((_, { error }: { error: unknown }) => refusalOf(error)),
  },
}).createMachine({
  id: 'auth',
  description: 'The administrator’s session: no token, the ways in, a live token, its refresh, and the ways out.',
  context: {
    role: 'admin',
    epoch: 0,
    tokenId: null,
    subject: null,
    sessionId: null,
    expiresAt: 0,
    ttl: 0,
    mendedId: null,
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
      description: 'Reads storage once; nothing is known before.',
      tags: ['pending'],
      always: [
        {
          description: 'Storage holds a live token.',
          guard: 'isVaultFresh',
          target: 'session.authenticated',
          actions: ['adoptVault', 'beginSession'],
        },
        {
          description: 'Storage holds a token past its time.',
          guard: 'isVaultExpired',
          target: 'session.expired',
          actions: ['adoptVault', 'beginSession'],
        },
        {
          description: 'Storage holds something nobody can read: begin clean.',
          guard: 'isVaultCorrupt',
          target: 'guest.noToken',
          actions: [{ type: 'noteReason', params: { reason: 'corrupt' } }, 'tidyStorage'],
        },
        { description: 'No usable token: clear what is left.', target: 'guest.noToken', actions: 'tidyStorage' },
      ],
    },
    guest: {
      description: 'Nobody is signed in.',
      tags: ['guest'],
      initial: 'noToken',
      on: {
        sync: [
          { description: 'A late refresh rewrote the session that just ended.', guard: 'isResurrected', actions: 'clearStorage' },
          {
            description: 'Another tab signed in.',
            guard: 'isVaultFresh',
            target: 'session.authenticated',
            actions: ['adoptVault', 'beginSession', { type: 'emitStarted', params: { via: 'elsewhere' } }],
          },
          {
            description: 'Something nobody can use: clear it.',
            guard: 'isVaultUnusable',
            actions: 'clearIfUnusable',
          },
        ],
      },
      // The three resting states hear the same four events. Each says so itself: it reads whole, and keeps the short name that it has
      // everywhere, which a state around the three would take from it.
      states: {
        noToken: {
          description: 'The signed-out pages, untouched or after a refusal.',
          tags: ['canSubmit'],
          entry: 'lookAgain',
          on: {
            signIn: { description: 'The sign-in form is sent.', target: 'signingIn' },
            signUp: { description: 'The sign-up form is sent.', target: 'signingUp' },
            socialSignIn: {
              description: 'A provider is chosen.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'Reset instructions are asked for.', target: 'requestingReset' },
          },
        },
        signedOut: {
          description: 'A session has just ended; the context says why.',
          tags: ['canSubmit'],
          entry: 'lookAgain',
          on: {
            signIn: { description: 'The sign-in form is sent.', target: 'signingIn' },
            signUp: { description: 'The sign-up form is sent.', target: 'signingUp' },
            socialSignIn: {
              description: 'A provider is chosen.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'Reset instructions are asked for.', target: 'requestingReset' },
          },
        },
        resetSent: {
          description: 'Reset instructions are on their way.',
          tags: ['canSubmit'],
          entry: 'lookAgain',
          on: {
            signIn: { description: 'The sign-in form is sent.', target: 'signingIn' },
            signUp: { description: 'The sign-up form is sent.', target: 'signingUp' },
            socialSignIn: {
              description: 'A provider is chosen.',
              target: 'socialSigningIn',
              actions: { type: 'noteProvider', params: ({ event }) => ({ provider: event.provider }) },
            },
            forgotPassword: { description: 'Reset instructions are asked for again.', target: 'requestingReset' },
          },
        },
        signingIn: {
          description: 'The server checks e-mail and password.',
          tags: ['busy'],
          on: {
            sync: { description: 'The user is about to decide: other tabs must wait.' },
            cancel: { description: 'The user leaves; nothing has been stored.', target: 'noToken' },
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
                description: 'The account asks for a second step.',
                guard: { type: 'isStepAsked', params: ({ event }) => ({ error: event.error }) },
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
          description: 'The first step was right, and the account asks for another: a code, a recovery code or a passkey.',
          tags: ['canSubmit'],
          entry: 'lookAgain',
          on: {
            verify: { description: 'The second step is sent.', target: 'verifying' },
            cancel: { description: 'The user leaves; nothing has been stored.', target: 'noToken' },
          },
          after: {
            stepTimeout: {
              description: 'The server waits no longer.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'stepTimeout' } },
            },
          },
        },
        verifying: {
          description: 'The server checks the second step.',
          tags: ['busy'],
          on: {
            sync: { description: 'The user is about to decide: other tabs must wait.' },
            cancel: { description: 'The user leaves; the server may have taken the code already.', target: 'noToken' },
          },
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ event }) => {
              assertEvent(event, 'verify')
              return { way: event.way }
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
                description: 'The sign-in is over: it took too long, or the account has changed.',
                guard: { type: 'isFailureRejected', params: ({ event }) => ({ error: event.error }) },
                target: 'noToken',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
              {
                description: 'Wrong, or no answer: once more.',
                target: 'secondStep',
                actions: { type: 'emitRefused', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          after: {
            verifyTimeout: {
              description: 'No answer in time; the server may have taken the code already.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'timeout' } },
            },
          },
        },
        signingUp: {
          description: 'The server registers an administrator.',
          tags: ['busy'],
          on: {
            sync: { description: 'The user is about to decide: other tabs must wait.' },
            cancel: { description: 'The user leaves; nothing has been stored.', target: 'noToken' },
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
          description: 'A provider, or a passkey, vouches in its own window.',
          tags: ['busy'],
          on: {
            sync: { description: 'The user is about to decide: other tabs must wait.' },
            cancel: { description: 'The window was closed, or the user leaves.', target: 'noToken' },
            socialSignIn: {
              description: 'The other provider instead.',
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
                description: 'The account asks for a second step.',
                guard: { type: 'isStepAsked', params: ({ event }) => ({ error: event.error }) },
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
              description: 'The window never answered.',
              target: 'noToken',
              actions: { type: 'emitNotice', params: { code: 'socialTimeout' } },
            },
          },
        },
        requestingReset: {
          description: 'The server is asked to mail reset instructions.',
          tags: ['busy'],
          on: {
            sync: { description: 'The user is about to decide: other tabs must wait.' },
            cancel: { description: 'The user leaves.', target: 'noToken' },
          },
          invoke: {
            id: 'forgotPassword',
            src: 'forgotPassword',
            input: ({ event }) => {
              assertEvent(event, 'forgotPassword')
              return { email: event.email }
            },
            onDone: { description: 'Sent.', target: 'resetSent' },
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
      description: 'Registered: the page loads anew, once, and boots into the session.',
      tags: ['pending'],
      entry: 'reloadPage',
      after: {
        reloadGuard: {
          description: 'The reload was blocked.',
          target: 'session.authenticated',
          actions: { type: 'emitStarted', params: { via: 'signUp' } },
        },
      },
    },
    session: {
      description: 'Somebody is signed in.',
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
            'clearIfOwn',
            'quarantineSession',
            { type: 'endSession', params: { reason: 'elsewhere' } },
            { type: 'emitEnded', params: { reason: 'elsewhere' } },
          ],
        },
        'token.rejected': [
          {
            description: 'A token no longer used was refused: stay.',
            guard: { type: 'isRejectionStale', params: ({ event }) => ({ tokenId: event.tokenId }) },
          },
          { description: 'The token ran out: refresh it.', guard: 'isTokenExpired', target: '.expired' },
          {
            description: 'The server refuses what it gave for a refused token: the session is over.',
            guard: { type: 'isRejectionFinal', params: ({ event }) => ({ tokenId: event.tokenId }) },
            target: 'guest.signedOut',
            actions: [
              'clearIfOwn',
              'quarantineSession',
              'announceSignOut',
              { type: 'endSession', params: { reason: 'rejected' } },
              { type: 'emitEnded', params: { reason: 'rejected' } },
            ],
          },
          {
            description: 'The server refuses a token that ought to live: a refresh decides.',
            target: '.expired',
            actions: 'noteRejection',
          },
        ],
        sync: [
          {
            description: 'Storage was cleared by another tab.',
            guard: 'isVaultGone',
            target: 'guest.signedOut',
            actions: [
              'clearIfUnusable',
              'quarantineSession',
              { type: 'endSession', params: { reason: 'elsewhere' } },
              { type: 'emitEnded', params: { reason: 'elsewhere' } },
            ],
          },
          {
            description: 'Somebody else signed in in another tab.',
            guard: 'isVaultSwitched',
            target: '.authenticated',
            reenter: true,
            actions: ['adoptVault', 'beginSession', 'emitSwitched'],
          },
          {
            description: 'Another tab rotated the token.',
            guard: 'isVaultRotated',
            target: '.authenticated',
            reenter: true,
            actions: 'adoptVault',
          },
          { description: 'Woken up with a token that is due.', guard: 'isRefreshDue', target: '.refreshing' },
        ],
      },
      states: {
        authenticated: {
          description: 'The token is taken to be live.',
          tags: ['usable'],
          on: {
            'token.needed': {
              description: 'A request found the token past its time.',
              guard: 'isTokenExpired',
              target: 'expired',
            },
          },
          after: {
            heartbeat: [
              {
                description: 'Storage vanished without a word.',
                guard: 'isVaultGone',
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              { description: 'Inside the margin before the end.', guard: 'isRefreshDue', target: 'refreshing' },
              { description: 'Nothing to do yet.', target: 'authenticated', reenter: true },
            ],
          },
        },
        expired: {
          description: 'The token is past its time, or refused; a refresh is tried at once, or as soon as it may be.',
          tags: ['stale'],
          always: { description: 'Nothing forbids an attempt now.', guard: 'isAttemptAllowed', target: 'refreshing' },
          on: {
            'token.rejected': { description: 'Known already.' },
            'token.needed': { description: 'A request is waiting.', guard: 'isAttemptAllowed', target: 'refreshing' },
          },
          after: { backoff: { description: 'Try again.', target: 'refreshing' } },
        },
        refreshing: {
          description: 'One refresh in flight, in this tab or another.',
          tags: ['busy'],
          on: {
            'token.needed': { description: 'Joins the refresh in flight.' },
            'token.rejected': { description: 'A refresh is on its way already.' },
            sync: [
              {
                description: 'Storage was cleared by another tab.',
                guard: 'isVaultGone',
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              {
                description: 'Somebody else signed in in another tab.',
                guard: 'isVaultSwitched',
                target: 'authenticated',
                actions: ['adoptVault', 'beginSession', 'emitSwitched'],
              },
              {
                description: 'Another tab finished first.',
                guard: 'isVaultRotated',
                target: 'authenticated',
                actions: 'adoptVault',
              },
              { description: 'Keep waiting.' },
            ],
          },
          invoke: {
            id: 'refresh',
            src: 'refresh',
            input: ({ context }) => ({ tokenId: context.tokenId }),
            onDone: [
              {
                description: 'Storage vanished while refreshing.',
                guard: { type: 'isOutcomeGone', params: ({ event }) => ({ outcome: event.output }) },
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfUnusable',
                  'quarantineSession',
                  { type: 'endSession', params: { reason: 'elsewhere' } },
                  { type: 'emitEnded', params: { reason: 'elsewhere' } },
                ],
              },
              {
                description: 'Another tab stored a token of somebody else.',
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
                description: 'A new token is stored, by this tab or another.',
                target: 'authenticated',
                actions: [{ type: 'adoptRefresh', params: ({ event }) => ({ outcome: event.output }) }, 'noteRefresh'],
              },
            ],
            onError: [
              {
                description: '401: the session is over on the server.',
                guard: { type: 'isFailureRejected', params: ({ event }) => ({ error: event.error }) },
                target: '#auth.guest.signedOut',
                actions: [
                  'clearIfOwn',
                  'quarantineSession',
                  'announceSignOut',
                  { type: 'endSession', params: { reason: 'rejected' } },
                  { type: 'emitEnded', params: { reason: 'rejected' } },
                ],
              },
              {
                description: 'Network, time-out, 5xx, 429 or another refusal: go on with what is left.',
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
          description: 'After a failed refresh: is the old token still good?',
          always: [
            { description: 'It ran out meanwhile.', guard: 'isTokenExpired', target: 'expired' },
            { description: 'It is still live: keep it.', target: 'authenticated' },
          ],
        },
      },
    },
  },
})

function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'kind' in error && 'message' in error
}

/** Of two subjects that differ, if both are known; else another session is somebody else's, until a subject shows otherwise. */
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
