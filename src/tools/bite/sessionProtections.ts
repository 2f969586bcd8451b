// What `npm run test:model:bite` removes from the session's code, one at a time: every protection that the design names.
import type { Protection } from './protection'

const machine = 'machines/authMachine.ts'
const unlessOlder = `  const after = vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId !== before.tokenId) return found(deps, after)
`
const expirationFirst = `      store?.setItem(EXPIRATION_KEY, expiration)
      store?.setItem(TOKEN_KEY, token)`
const suspicion = 'sessionId === ended && Math.abs(now() - endedAt) < QUARANTINE_MS'
const tabs = ['tests/auth/tabs']
const refresh = ['tests/auth/refresh']
const session = ['tests/auth/session']
const vault = ['tests/auth/vault']
const schedule = ['tests/auth/schedule']
const baseQuery = ['tests/api/baseQuery']

export const protections: readonly Protection[] = [
  {
    name: 'The lock is held on for a moment after the write',
    noticed: tabs,
    races: true,
    changes: [['src/auth/tabs.ts', '        return clock.sleep(HOLD_MS)\n', '']],
  },
  {
    name: 'A failed refresh gives the lock back at once, for the next attempt',
    noticed: tabs,
    changes: [
      [
        'src/auth/tabs.ts',
        '      }, reject)\n',
        '      }, (error: unknown) => clock.sleep(HOLD_MS).finally(() => reject(error)))\n',
      ],
    ],
  },
  {
    name: 'Web Locks: one refresh of a token at a time over all tabs',
    noticed: tabs,
    races: true,
    changes: [['src/auth/tabs.ts', 'locks === undefined ? work() : inTurn(locks, LOCK + thing, clock, work)', 'work()']],
  },
  {
    name: 'The epoch guard: another session neither sends nor answers what this one asked for',
    noticed: [...baseQuery, 'tests/auth/sessionWrites'],
    races: true,
    changes: [['src/api/baseQuery.ts', 'session.epoch() !== epoch', 'false']],
  },
  {
    name: 'A request goes by the session that storage holds by then',
    noticed: ['tests/auth/sessionWrites'],
    changes: [['src/auth/port.ts', '      catchUp()\n      return look()\n', '      return look()\n']],
  },
  {
    name: 'Compare before write, and the quarantine after a sign-out, together',
    noticed: refresh,
    races: true,
    changes: [
      ['src/auth/refresh.ts', unlessOlder, ''],
      ['src/auth/quarantine.ts', suspicion, 'false'],
    ],
  },
  { name: 'Compare before write', noticed: refresh, changes: [['src/auth/refresh.ts', unlessOlder, '']] },
  { name: 'The quarantine after a sign-out', noticed: session, changes: [['src/auth/quarantine.ts', suspicion, 'false']] },
  {
    name: 'Re-read on 401',
    noticed: refresh,
    races: true,
    changes: [
      ['src/auth/refresh.ts', '.catch((error: unknown) => elsewhere(deps, before, error))', ''],
      ['src/api/baseQuery.ts', 'return changed() ?? (', 'return ('],
    ],
  },
  {
    name: 'A sign-in is stored by a transition, not in its promise',
    noticed: session,
    races: true,
    changes: [
      [
        'src/auth/actors.ts',
        '    granted = { held, remember }\n',
        '    granted = { held, remember }\n    vault.store(held, remember)\n',
      ],
      ['src/auth/actors.ts', 'calls.signIn(body, signal)', 'calls.signIn(body, new AbortController().signal)'],
    ],
  },
  {
    name: 'One refresh in flight in a tab',
    noticed: refresh,
    changes: [['src/auth/refresh.ts', 'flights.get(tokenId) ?? begin(tokenId)', 'begin(tokenId)']],
  },
  {
    name: 'A refresh is known by the token it began with',
    noticed: [...refresh, 'tests/auth/sessionTabs'],
    changes: [['src/auth/refresh.ts', 'flights.get(tokenId) ??', '[...flights.values()][0] ??']],
  },
  {
    name: 'A turn is waited for behind the same token only',
    noticed: [...tabs, 'tests/auth/sessionTabs'],
    changes: [['src/auth/tabs.ts', 'LOCK + thing', 'LOCK']],
  },
  {
    name: 'Only a live token is adopted',
    noticed: refresh,
    changes: [
      ['src/auth/refresh.ts', "  if (held.expiresAt <= clock.now()) return { kind: 'stale', tokenId: held.tokenId }\n", ''],
    ],
  },
  {
    name: 'Where tokens do not say whose they are, another sign-in is somebody else’s',
    noticed: ['tests/auth/sessionOpaque'],
    races: true,
    changes: [[machine, 'mine.sessionId !== theirs.sessionId', 'false']],
  },
  {
    name: 'A rotated token that does not say its session has it beside it',
    noticed: ['tests/auth/sessionOpaque'],
    changes: [['src/auth/vault.ts', 'store?.setItem(SESSION_KEY, `${tokenId} ${sessionId}`)', 'store?.removeItem(SESSION_KEY)']],
  },
  {
    name: 'A session beside a token is no other token’s',
    noticed: vault,
    changes: [['src/auth/vault.ts', 'return of === fingerprint(token) ? session : null', 'return session']],
  },
  {
    name: 'A session that began elsewhere is not cleared',
    noticed: session,
    changes: [['src/auth/effects.ts', 'void vault.clear((held) => !isOwn(context, held))', 'void vault.clear()']],
  },
  {
    name: 'A sign-out leaves somebody else’s session in storage',
    noticed: ['tests/auth/sessionSignOut'],
    changes: [['src/auth/effects.ts', 'sessionId !== null && isSomebodyElse({ subject, sessionId }, held)', 'false']],
  },
  {
    name: 'A start clears nothing that another tab is writing',
    noticed: vault,
    changes: [['src/auth/vault.ts', 'if (!isLocked() && !isBeingWritten) clear()', 'clear()']],
  },
  {
    name: 'Half a pair in storage is cleared',
    noticed: ['tests/auth/sessionTabs'],
    changes: [['src/auth/effects.ts', "if (kind === 'half')", 'if (false)']],
  },
  {
    name: 'Half a pair has a second for its other half',
    noticed: ['tests/auth/sessionTabs'],
    changes: [['src/auth/effects.ts', 'HALF_MS = 1_000', 'HALF_MS = 0']],
  },
  {
    name: 'Only ciphertext is stored',
    noticed: vault,
    changes: [['src/auth/vault.ts', 'const raw = cipher.encrypt(held.token)', 'const raw = held.token']],
  },
  {
    name: 'No password in a snapshot',
    noticed: session,
    changes: [['src/auth/discreet.ts', 'scope, input), input: undefined', 'scope, input), input']],
  },
  {
    name: 'Refreshes ten seconds apart',
    noticed: schedule,
    changes: [['src/auth/schedule.ts', 'APART_MS = 10_000', 'APART_MS = 0']],
  },
  {
    name: 'No timer longer than half a minute',
    noticed: schedule,
    changes: [['src/auth/schedule.ts', 'HEARTBEAT_MAX_MS = 30_000', 'HEARTBEAT_MAX_MS = 3_000_000']],
  },
  {
    name: 'A hidden tab leaves the refresh to others',
    noticed: session,
    changes: [['src/auth/guards.ts', 'tabs.isVisible() && isAttemptAllowed', 'isAttemptAllowed']],
  },
  {
    name: 'A turn is waited for ten seconds, and nobody’s is taken',
    noticed: tabs,
    changes: [['src/auth/tabs.ts', '{ signal: waiting.signal }', '{}']],
  },
  {
    name: 'A page that Back brings again looks at the session anew',
    noticed: tabs,
    changes: [['src/auth/tabs.ts', 'isRestored(event) &&', 'false &&']],
  },
  {
    name: 'The expiration is stored before the token',
    noticed: vault,
    changes: [['src/auth/vault.ts', expirationFirst, expirationFirst.split('\n').toReversed().join('\n')]],
  },
  {
    name: 'A request is sent again once at most',
    noticed: baseQuery,
    changes: [
      [
        'src/api/baseQuery.ts',
        'const again = await send(request, extra, signal, other.token)',
        'let again = await send(request, extra, signal, other.token)\n  if (isUnauthenticated(again)) again = await send(request, extra, signal, other.token)',
      ],
    ],
  },
  {
    name: 'A life counts from when the token was asked for',
    noticed: [...refresh, 'tests/auth/sessionClock'],
    changes: [
      ['src/auth/refresh.ts', 'requestedAt + ttl', 'clock.now() + ttl'],
      ['src/auth/actors.ts', 'requestedAt + ttl', 'clock.now() + ttl'],
    ],
  },
  {
    name: 'A token with more time left than it was given is due',
    noticed: ['tests/auth/sessionClock'],
    changes: [['src/auth/guards.ts', ' || expiresAt - clock.now() > ttl', '']],
  },
  {
    name: 'A pause that a clock set back made longer is over',
    noticed: ['tests/auth/sessionClock'],
    changes: [['src/auth/guards.ts', ' || clock.now() < triedAt', '']],
  },
  {
    name: 'A refused token is sent no more',
    noticed: ['tests/auth/sessionClock'],
    changes: [['src/auth/port.ts', 'tokenId === context.tokenId ? context.expiresAt : contents.expiresAt', 'contents.expiresAt']],
  },
  {
    name: 'A second refusal is told to the machine',
    noticed: [...baseQuery, 'tests/auth/sessionClock'],
    changes: [['src/api/baseQuery.ts', 'if (isUnauthenticated(again)) await session.rejected(other.tokenId, signal)', '']],
  },
  {
    name: 'Answers are kept by no cache',
    noticed: ['tests/api/request'],
    changes: [['src/api/request.ts', "cache: 'no-store', ", '']],
  },
  {
    name: 'An alert is shown once within a second',
    projects: ['app'],
    noticed: ['tests/app/alerts'],
    changes: [['src/app/alerts.ts', 'Math.abs(now() - same.at) < SAME_WITHIN_MS', 'false']],
  },
  {
    name: 'The caches are emptied when a session ends',
    noticed: ['tests/auth/races'],
    changes: [['src/auth/caches.ts', "actor.on('session.ended', resetLater), ", '']],
  },
  {
    name: 'The caches are emptied at once when a session becomes another’s',
    noticed: ['tests/auth/sessionTabs', 'tests/auth/sessionOpaque', 'tests/auth/races'],
    changes: [['src/auth/caches.ts', ", actor.on('session.switched', reset)", '']],
  },
  {
    name: 'A draft is forgotten by the sign-out of its owner alone',
    noticed: ['tests/crud/model/drafts'],
    projects: ['console'],
    changes: [['src/crud/model/drafts.ts', '!isTheirs(key)', 'false']],
  },
  {
    name: 'A return address stays within the console',
    noticed: ['tests/auth/returnUrl'],
    changes: [['src/auth/returnUrl.ts', String.raw`/\/\/|[\\%\u0000-\u001f\u007f]/.test(path) || `, '']],
  },
  {
    name: 'No code in a snapshot',
    noticed: ['tests/auth/secondStep'],
    changes: [['src/auth/actors.ts', 'verify: discreet(', 'verify: (']],
  },
  {
    name: 'A new device is kept after the second step',
    noticed: ['tests/auth/secondStep'],
    changes: [['src/auth/actors.ts', 'device !== undefined && email !== null', 'false']],
  },
]
