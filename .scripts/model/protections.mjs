// What `npm run test:model:bite` takes out, one at a time: every protection that the design names, and faults a chart or a screen may get.

const machine = 'machines/authMachine.ts'
const unlessOlder = `  const after = vault.read()
  if (after.kind !== 'held') return { kind: 'gone' }
  if (after.tokenId !== before.tokenId) return adopted(after)
`
const suspicion = 'return now() - endedAt < QUARANTINE_MS && tokenId !== announced && !isOther'

/** `races`: the design measured it by races, so they are run as well, and the table says whether they notice. `screen`: a case of the tours in React that must notice. */
export const protections = [
  {
    name: 'The lock is held on for a moment after the write',
    races: true,
    changes: [['src/auth/tabs.ts', '      await clock.sleep(HOLD_MS)\n', '']],
  },
  {
    name: 'Web Locks: one refresh at a time over all tabs',
    races: true,
    changes: [['src/auth/tabs.ts', '(work) => (locks === undefined ? work() : inTurn(locks, clock, work))', '(work) => work()']],
  },
  {
    name: 'The epoch guard: answers to another session are dropped',
    races: true,
    changes: [
      ['src/api/baseQuery.ts', 'session.epoch() !== epoch', 'false'],
      ['src/api/baseQuery.ts', 'session.epoch() === epoch', 'true'],
    ],
  },
  {
    name: 'Compare before write, and the quarantine after a sign-out, together',
    races: true,
    changes: [
      ['src/auth/refresh.ts', unlessOlder, ''],
      ['src/auth/quarantine.ts', suspicion, 'return false'],
    ],
  },
  { name: 'Compare before write', changes: [['src/auth/refresh.ts', unlessOlder, '']] },
  { name: 'The quarantine after a sign-out', changes: [['src/auth/quarantine.ts', suspicion, 'return false']] },
  {
    name: 'Re-read on 401',
    races: true,
    changes: [
      ['src/auth/refresh.ts', '.catch((error: unknown) => elsewhere(deps, before, error))', ''],
      ['src/api/baseQuery.ts', 'return changed() ?? (', 'return ('],
    ],
  },
  {
    name: 'A sign-in is stored by a transition, not in its promise',
    races: true,
    changes: [
      [
        'src/auth/actors.ts',
        '    granted = { held, remember }\n',
        '    granted = { held, remember }\n    vault.store(held, remember)\n',
      ],
      [
        'src/auth/actors.ts',
        'await calls.signIn({ email, password }, signal)',
        'await calls.signIn({ email, password }, new AbortController().signal)',
      ],
    ],
  },
  { name: 'One refresh in flight in a tab', changes: [['src/auth/refresh.ts', 'flight ??=', 'flight =']] },
  {
    name: 'A session that began elsewhere is not cleared',
    changes: [['src/auth/effects.ts', 'if (isOwn(vault, context)) clearStorage()', 'clearStorage()']],
  },
  {
    name: 'A start clears nothing that another tab is writing',
    changes: [['src/auth/vault.ts', 'if (!isLocked() && !isBeingWritten) clear()', 'clear()']],
  },
  {
    name: 'Only ciphertext is stored',
    changes: [['src/auth/vault.ts', 'const raw = cipher.encrypt(held.token)', 'const raw = held.token']],
  },
  {
    name: 'No password in a snapshot',
    changes: [['src/auth/discreet.ts', 'scope, input), input: undefined', 'scope, input), input']],
  },
  { name: 'Refreshes ten seconds apart', changes: [['src/auth/schedule.ts', 'APART_MS = 10_000', 'APART_MS = 0']] },
  {
    name: 'No timer longer than half a minute',
    changes: [['src/auth/schedule.ts', 'HEARTBEAT_MAX_MS = 30_000', 'HEARTBEAT_MAX_MS = 3_000_000']],
  },
  {
    name: 'A hidden tab leaves the refresh to others',
    changes: [['src/auth/guards.ts', 'tabs.isVisible() && isAttemptAllowed', 'isAttemptAllowed']],
  },
  {
    name: 'Chart: a sign-out clears storage',
    changes: [
      [machine, /description: 'The user signs out\.',[^}]*?'clearStorage',/, (found) => found.replace("'clearStorage',", '')],
    ],
  },
  {
    name: 'Chart: a refused refresh ends the session',
    changes: [
      [
        machine,
        /(401: the session is over on the server\.'[^[]*?target: )'#auth\.guest\.signedOut'/,
        (_, before) => `${before}'settling'`,
      ],
    ],
  },
  {
    name: 'Chart: an older token’s refusal changes nothing',
    changes: [
      [
        machine,
        "guard: { type: 'isRejectionStale', params: ({ event }) => ({ tokenId: event.tokenId }) },",
        "guard: 'isVaultGone',",
      ],
    ],
  },
  {
    name: 'Chart: an older sign-out elsewhere ends no newer session',
    changes: [[machine, "guard: { type: 'isPeerNewer', params: ({ event }) => ({ at: event.at }) },", '']],
  },
  { name: 'Chart: a refresh does not wait for ever', changes: [[machine, 'refreshTimeout: {\n', 'authTimeout: {\n']] },
  {
    name: 'Chart: the heart goes on beating',
    changes: [[machine, /(Nothing to do yet\.', target: 'authenticated'), reenter: true/, (_, before) => before]],
  },
  {
    name: 'Chart: who cancels is where they were',
    changes: [
      [machine, /(The user leaves; nothing has been stored\.', target: )'noToken'/, (_, before) => `${before}'signedOut'`],
    ],
  },
  {
    name: 'Chart: a new session is a new epoch',
    changes: [
      [
        machine,
        'beginSession: assign(({ context }) => ({ epoch: context.epoch + 1,',
        'beginSession: assign(({ context }) => ({ epoch: context.epoch,',
      ],
    ],
  },
  {
    name: 'Screen: a sign-in can be cancelled',
    screen: 'cancel',
    changes: [['src/app/account/Submit.tsx', "type: 'cancel'", "type: 'token.needed'"]],
  },
  {
    name: 'Screen: who signs out is sent to the sign-in page',
    screen: 'sign out',
    changes: [['src/app/router/routing.ts', 'if (visitor === before) return', 'return']],
  },
  {
    name: 'Screen: it says when the server cannot be reached',
    screen: 'server overloaded',
    changes: [['src/app/shell/StaleBanner.tsx', 'snapshot.context.failures > 0', 'false']],
  },
]

/** A text with one of the changes made in it; throws when there is nothing to change, for then nothing would be proved. */
export function changed(text, [file, from, to]) {
  const next = typeof from === 'string' ? text.replaceAll(from, () => to) : text.replace(from, to)
  if (next === text) throw new Error(`${file} has no longer what is to be taken out: ${from}`)
  return next
}
