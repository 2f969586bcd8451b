import { assign, initialTransition, transition, type EventFromLogic, type SnapshotFrom } from 'xstate'
import { authMachine, type Failure, type Grant, type RefreshOutcome } from '../../../machines/authMachine'
import { transitionId } from './chart'

export type AuthSnapshot = SnapshotFrom<typeof authMachine>
export type ChartEvent = EventFromLogic<typeof authMachine>

/** Guards that depend on the outside of the machine; a world is the set of those that answer yes. */
export type Outside =
  | 'isVaultFresh'
  | 'isVaultExpired'
  | 'isVaultCorrupt'
  | 'isVaultUnusable'
  | 'isVaultCleared'
  | 'isVaultRotated'
  | 'isVaultSwitched'
  | 'isResurrected'
  | 'isTokenExpired'
  | 'isRefreshDue'
  | 'isAttemptAllowed'

/** The worlds around a tab, named in the words of the session's page. */
const worlds = {
  quiet: ['isAttemptAllowed'],
  'fresh token stored': ['isVaultFresh', 'isAttemptAllowed'],
  'old token stored': ['isVaultExpired', 'isTokenExpired', 'isRefreshDue', 'isAttemptAllowed'],
  'old token stored, too soon': ['isVaultExpired', 'isTokenExpired'],
  'garbage stored': ['isVaultCorrupt', 'isVaultUnusable', 'isVaultCleared', 'isAttemptAllowed'],
  'half a token stored': ['isVaultUnusable', 'isVaultCleared', 'isAttemptAllowed'],
  'ended session written again': ['isResurrected', 'isVaultFresh', 'isAttemptAllowed'],
  'storage empty': ['isVaultCleared', 'isAttemptAllowed'],
  'storage empty, token out': ['isVaultCleared', 'isTokenExpired', 'isAttemptAllowed'],
  'rotated elsewhere': ['isVaultFresh', 'isVaultRotated', 'isAttemptAllowed'],
  'someone else stored': ['isVaultFresh', 'isVaultRotated', 'isVaultSwitched', 'isAttemptAllowed'],
  due: ['isVaultFresh', 'isRefreshDue', 'isAttemptAllowed'],
} as const satisfies Record<string, readonly Outside[]>
export type World = keyof typeof worlds
export const worldNames = Object.keys(worlds) as World[]

const outside = [...new Set(worldNames.flatMap((name): readonly Outside[] => worlds[name]))]

/** A world by its name, or as the guards that answer yes in it. */
type Around = World | readonly Outside[]

export const PASSWORD = 'correct horse battery'
export const CODE = '314159'
const grant: Grant = { tokenId: 't2', subject: 'u1', sessionId: 's1', expiresAt: 9_000_000, ttl: 900_000, durable: true }
const vaults = { tokenId: 't1', subject: 'u1', sessionId: 's1', expiresAt: 1_000_000, ttl: 900_000 }
const refused: Failure = { kind: 'refused', message: 'No', fields: { email: 'Email is taken' } }
const rejected: Failure = { kind: 'rejected', message: 'Over' }
const transient: Failure = { kind: 'transient', message: 'Later', retryAfterS: 7 }
const dismissed: Failure = { kind: 'cancelled', message: 'Dismissed' }
const challenged: Failure = { kind: 'challenged', message: 'Another step', step: { methods: ['totp'], endsAt: 1_300_000 } }
const rotated: RefreshOutcome = { kind: 'rotated', grant }

/** Every event with every payload that a guard can tell apart; `from` limits events that make sense only after others. */
export const cases: readonly { readonly name: string; readonly event: ChartEvent }[] = [
  of('signIn', { type: 'signIn', email: 'ada@example.com', password: PASSWORD, remember: true }),
  of('signUp', {
    type: 'signUp',
    fields: { firstName: 'Ada', fullname: 'Ada', email: 'ada@example.com', password: PASSWORD, password_confirmation: PASSWORD },
  }),
  of('socialSignIn google', { type: 'socialSignIn', provider: 'google' }),
  of('socialSignIn facebook', { type: 'socialSignIn', provider: 'facebook' }),
  of('socialSignIn passkey', { type: 'socialSignIn', provider: 'passkey' }),
  of('verify', { type: 'verify', proof: { code: CODE } }),
  of('verify passkey', { type: 'verify', proof: 'passkey' }),
  of('forgotPassword', { type: 'forgotPassword', email: 'ada@example.com' }),
  of('cancel', { type: 'cancel' }),
  of('signOut', { type: 'signOut' }),
  of('token.needed', { type: 'token.needed' }),
  of('token.rejected, ours', { type: 'token.rejected', tokenId: 't1' }),
  of('token.rejected, not ours', { type: 'token.rejected', tokenId: 't0' }),
  of('token.rejected, got for it', { type: 'token.rejected', tokenId: 't2' }),
  of('sync', { type: 'sync', cause: 'storage' }),
  of('peer.signedOut, of ours', { type: 'peer.signedOut', sessionId: 's1' }),
  of('peer.signedOut, of another', { type: 'peer.signedOut', sessionId: 's0' }),
  ...(['signIn', 'signUp', 'socialSignIn', 'verify'] as const).flatMap((id) => [
    internal(`done(${id}), durable`, `xstate.done.actor.${id}`, { output: grant }),
    internal(`done(${id}), memory only`, `xstate.done.actor.${id}`, { output: { ...grant, durable: false } }),
    internal(`error(${id})`, `xstate.error.actor.${id}`, { error: refused }),
  ]),
  internal('error(signIn), second step', 'xstate.error.actor.signIn', { error: challenged }),
  internal('error(socialSignIn), second step', 'xstate.error.actor.socialSignIn', { error: challenged }),
  internal('error(verify), over', 'xstate.error.actor.verify', { error: rejected }),
  internal('error(socialSignIn), dismissed', 'xstate.error.actor.socialSignIn', { error: dismissed }),
  internal('error(verify), dismissed', 'xstate.error.actor.verify', { error: dismissed }),
  internal('done(forgotPassword)', 'xstate.done.actor.forgotPassword', { output: null }),
  internal('error(forgotPassword)', 'xstate.error.actor.forgotPassword', { error: refused }),
  internal('done(refresh), rotated', 'xstate.done.actor.refresh', { output: rotated }),
  internal('done(refresh), of someone else', 'xstate.done.actor.refresh', {
    output: { kind: 'adopted', grant: { ...grant, subject: 'u2' } } satisfies RefreshOutcome,
  }),
  internal('done(refresh), cleared', 'xstate.done.actor.refresh', { output: { kind: 'cleared' } satisfies RefreshOutcome }),
  internal('error(refresh), 401', 'xstate.error.actor.refresh', { error: rejected }),
  internal('error(refresh), refused', 'xstate.error.actor.refresh', { error: refused }),
  internal('error(refresh), network', 'xstate.error.actor.refresh', { error: transient }),
  internal('error(refresh), a fault of ours', 'xstate.error.actor.refresh', { error: new Error('bug') }),
  ...(['signingIn', 'signingUp', 'requestingReset'] as const).map((state) => after('authTimeout', `guest.${state}`)),
  after('stepTimeout', 'guest.secondStep'),
  after('verifyTimeout', 'guest.verifying'),
  after('socialTimeout', 'guest.socialSigningIn'),
  after('reloadGuard', 'enrolled'),
  after('heartbeat', 'session.authenticated'),
  after('backoff', 'session.expired'),
  after('refreshTimeout', 'session.refreshing'),
]

function of(name: string, event: ChartEvent) {
  return { name, event }
}

/** Makes one of the machine's own events, which its type leaves out. */
function internal(name: string, type: string, payload: object) {
  return { name, event: { type, ...payload } as unknown as ChartEvent }
}

function after(delay: string, state: string) {
  return internal(`after(${delay})`, `xstate.after.${delay}.auth.${state}`, {})
}

/** Creates the chart in a world that can change; its actors never answer by themselves. */
export function createChart() {
  let yes: readonly string[] = []
  const look = (world: Around) => {
    yes = typeof world === 'string' ? worlds[world] : world
  }
  const machine = authMachine.provide({
    guards: Object.fromEntries(outside.map((name) => [name, () => yes.includes(name)])),
    actions: {
      adoptVault: assign({ ...vaults, replacementId: null, failures: 0 }),
    },
  })
  return {
    machine,
    look,
    initial(world: Around): AuthSnapshot {
      look(world)
      return initialTransition(machine)[0]
    },
    next(from: AuthSnapshot, event: ChartEvent, world: Around): { snapshot: AuthSnapshot; effects: readonly string[] } {
      look(world)
      const [snapshot, effects] = transition(machine, from, event)
      return { snapshot, effects: effects.flatMap(effectOf) }
    },
    /** Returns a delay's length in milliseconds, as the chart defines it. */
    delayOf(name: string): number {
      return Number(Reflect.get(machine.implementations.delays, name))
    },
    /** Returns the transitions that the event takes at once. */
    taken(from: AuthSnapshot, event: ChartEvent, world: Around): readonly string[] {
      look(world)
      return machine.getTransitionData(from, event).map(transitionId)
    },
  }
}

/** Lists emitted events in full and actions by name, without the machine's own timers and actors. */
function effectOf({ type, params }: { type: string; params?: unknown }): string[] {
  if (type !== 'xstate.emit') return type.startsWith('xstate.') ? [] : [type]
  const { event } = params as { event: { type: string } }
  return [
    `emits ${Object.values(event)
      .map((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(' ')}`,
  ]
}

/** Walks all cases in all worlds; returns one snapshot for every stance that the chart can reach. */
export function reach(chart: ReturnType<typeof createChart>): ReadonlyMap<string, AuthSnapshot> {
  const found = new Map<string, AuthSnapshot>()
  const queue = worldNames.map((world) => chart.initial(world))
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const from = at
    if (found.has(stanceOf(from))) continue
    found.set(stanceOf(from), from)
    for (const world of worldNames) for (const { event } of cases) queue.push(chart.next(from, event, world).snapshot)
  }
  return found
}

/** Returns a state's address, with the parts of the context that decide the next transitions. */
export function stanceOf(snapshot: AuthSnapshot): string {
  const place = placeOf(snapshot)
  const { expiresAt, tokenId, replacementId } = snapshot.context
  if (place === 'session.refreshing' && expiresAt === 0) return `${place} a refused token`
  return place === 'session.authenticated' && tokenId === replacementId ? `${place} after a refused token` : place
}

/** Returns a state's address, such as `session.refreshing`. */
export function placeOf({ value }: Pick<AuthSnapshot, 'value'>): string {
  if (typeof value === 'string') return value
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${inner}`)
    .join()
}
