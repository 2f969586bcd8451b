// What `npm run test:model:bite` removes from the session's code, one at a time: the protections of refreshes, requests, tabs and clocks.
import { protection, type Protection } from './protection'

const machine = 'machines/authMachine.ts'
const unlessOlder = `  const after = vault.read()
  if (after.kind !== 'token') return { kind: 'cleared' }
  if (after.tokenId !== before.tokenId) return resultForOther(deps, after)
`
const suspicion = 'sessionId === ended'
const tabs = ['tests/auth/tabs']
const refresh = ['tests/auth/refresh']
const session = ['tests/auth/session']
const schedule = ['tests/auth/schedule']
const baseQuery = ['tests/api/baseQuery']

export const protections: readonly Protection[] = [
  {
    ...protection('The lock is held on for a moment after the write', tabs, [
      'src/auth/tabs.ts',
      '        return clock.sleep(HOLD_MS)\n',
      '',
    ]),
    races: true,
  },
  protection('A failed refresh gives the lock back at once, for the next attempt', tabs, [
    'src/auth/tabs.ts',
    '      }, reject)\n',
    '      }, (error: unknown) => clock.sleep(HOLD_MS).finally(() => reject(error)))\n',
  ]),
  {
    ...protection('Web Locks: one refresh of a token at a time over all tabs', tabs, [
      'src/auth/tabs.ts',
      'locks === undefined ? work() : withLock(locks, LOCK + lockName, clock, work)',
      'work()',
    ]),
    races: true,
  },
  {
    ...protection(
      'The epoch guard: another session neither sends nor answers what this one asked for',
      [...baseQuery, 'tests/auth/sessionWrites'],
      ['src/api/baseQuery.ts', 'session.epoch() !== epoch', 'false'],
    ),
    races: true,
  },
  protection(
    'A request goes by the session that storage holds by then',
    ['tests/auth/sessionWrites'],
    ['src/auth/sessionPort.ts', '      syncMachine()\n      return storedBearer()\n', '      return storedBearer()\n'],
  ),
  {
    ...protection(
      'Compare before write, and the quarantine after a sign-out, together',
      refresh,
      ['src/auth/refresh.ts', unlessOlder, ''],
      ['src/auth/quarantine.ts', suspicion, 'false'],
    ),
    races: true,
  },
  protection('Compare before write', refresh, ['src/auth/refresh.ts', unlessOlder, '']),
  protection('The quarantine after a sign-out', session, ['src/auth/quarantine.ts', suspicion, 'false']),
  {
    ...protection(
      'Re-read on 401',
      refresh,
      ['src/auth/refresh.ts', '.catch((error: unknown) => rotatedElsewhere(deps, before, error))', ''],
      ['src/api/baseQuery.ts', 'return changed() ?? (', 'return ('],
    ),
    races: true,
  },
  {
    ...protection(
      'A sign-in is stored by a transition, not in its promise',
      session,
      [
        'src/auth/actors.ts',
        '    granted = { sessionToken, remember }\n',
        '    granted = { sessionToken, remember }\n    vault.store(sessionToken, remember)\n',
      ],
      [
        'src/auth/actors.ts',
        '{ ...withDeviceToken(email), password }, signal',
        '{ ...withDeviceToken(email), password }, new AbortController().signal',
      ],
    ),
    races: true,
  },
  protection('One refresh in flight in a tab', refresh, [
    'src/auth/refresh.ts',
    'flights.get(tokenId) ?? startFlight(tokenId)',
    'startFlight(tokenId)',
  ]),
  protection(
    'A refresh is known by the token it began with',
    [...refresh, 'tests/auth/sessionTabs'],
    ['src/auth/refresh.ts', 'flights.get(tokenId) ??', '[...flights.values()][0] ??'],
  ),
  protection(
    'A turn is waited for behind the same token only',
    [...tabs, 'tests/auth/sessionTabs'],
    ['src/auth/tabs.ts', 'LOCK + lockName', 'LOCK'],
  ),
  protection('Only a live token is adopted', refresh, [
    'src/auth/refresh.ts',
    "  if (sessionToken.expiresAt <= clock.now()) return { kind: 'stale', tokenId: sessionToken.tokenId }\n",
    '',
  ]),
  {
    ...protection(
      'Where tokens do not say whose they are, another sign-in is somebody else’s',
      ['tests/auth/sessionOpaque'],
      [machine, 'mine.sessionId !== theirs.sessionId', 'false'],
    ),
    races: true,
  },
  {
    name: 'Screen: a device has longer for a passkey than the server for a code',
    screen: 'device still asks',
    changes: [['src/auth/effects.ts', "event.proof === 'passkey' ? PASSKEY_MS", "event.proof === 'passkey' ? 30_000"]],
  },
  protection('Refreshes ten seconds apart', schedule, [
    'src/auth/schedule.ts',
    'REFRESH_PAUSE_MS = 10_000',
    'REFRESH_PAUSE_MS = 0',
  ]),
  protection('No timer longer than half a minute', schedule, [
    'src/auth/schedule.ts',
    'HEARTBEAT_MAX_MS = 30_000',
    'HEARTBEAT_MAX_MS = 3_000_000',
  ]),
  protection('A hidden tab leaves the refresh to others', session, [
    'src/auth/guards.ts',
    'tabs.isVisible() && isAttemptAllowed',
    'isAttemptAllowed',
  ]),
  protection('A turn is waited for ten seconds, and nobody’s is taken', tabs, [
    'src/auth/tabs.ts',
    '{ signal: waiting.signal }',
    '{}',
  ]),
  protection('A page that Back brings again looks at the session anew', tabs, [
    'src/auth/tabs.ts',
    'isRestored(event) &&',
    'false &&',
  ]),
  protection('A request is sent again once at most', baseQuery, [
    'src/api/baseQuery.ts',
    'const again = await send(request, extra, signal, other.token)',
    'let again = await send(request, extra, signal, other.token)\n  if (isUnauthenticated(again)) again = await send(request, extra, signal, other.token)',
  ]),
  protection(
    'A life counts from when the token was asked for',
    [...refresh, 'tests/auth/sessionClock'],
    ['src/auth/refresh.ts', 'requestedAt + ttl', 'clock.now() + ttl'],
    ['src/auth/actors.ts', 'requestedAt + ttl', 'clock.now() + ttl'],
  ),
  protection(
    'A token with more time left than it was given is due',
    ['tests/auth/sessionClock'],
    ['src/auth/guards.ts', ' || expiresAt - clock.now() > ttl', ''],
  ),
  protection(
    'A pause that a clock set back made longer is over',
    ['tests/auth/sessionClock'],
    ['src/auth/guards.ts', ' || clock.now() < triedAt', ''],
  ),
  protection(
    'A refused token is sent no more',
    ['tests/auth/sessionClock'],
    ['src/auth/sessionPort.ts', 'tokenId === context.tokenId ? context.expiresAt : contents.expiresAt', 'contents.expiresAt'],
  ),
  protection(
    'A second refusal is told to the machine',
    [...baseQuery, 'tests/auth/sessionClock'],
    ['src/api/baseQuery.ts', 'if (isUnauthenticated(again)) await session.reportRejected(other.tokenId, signal)', ''],
  ),
  {
    ...protection(
      'An alert is shown once within a second',
      ['tests/app/alertList'],
      ['src/app/alertList.ts', 'Math.abs(now() - same.at) < SAME_WITHIN_MS', 'false'],
    ),
    projects: ['console'],
  },
  protection(
    'A return address stays within the console',
    ['tests/auth/returnUrl'],
    ['src/auth/returnUrl.ts', String.raw`/\/\/|[\\%\u0000-\u001f\u007f]/.test(path) || `, ''],
  ),
]
