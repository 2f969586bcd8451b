// What `npm run test:model:bite` removes from the session's code, one at a time: the protections of what the browser stores, and of
// secrets.
import { protection, type Protection } from './protection'

const expirationFirst = `      store?.setItem(EXPIRATION_KEY, expiration)
      store?.setItem(TOKEN_KEY, ciphertext)`
const session = ['tests/auth/session']
const vault = ['tests/auth/vault']

export const protections: readonly Protection[] = [
  protection(
    'A rotated token that does not say its session has it beside it',
    ['tests/auth/sessionOpaque'],
    ['src/auth/vault.ts', 'store?.setItem(SESSION_KEY, `${tokenId} ${sessionId}`)', 'store?.removeItem(SESSION_KEY)'],
  ),
  protection('A session beside a token is no other token’s', vault, [
    'src/auth/vault.ts',
    'return tokenId === fingerprint(token) ? sessionId : null',
    'return sessionId',
  ]),
  protection('A session that began elsewhere is not cleared', session, [
    'src/auth/effects.ts',
    'void vault.clear((stored) => !isSameSession(context, stored))',
    'void vault.clear()',
  ]),
  protection(
    'A sign-out leaves somebody else’s session in storage',
    ['tests/auth/sessionSignOut'],
    ['src/auth/effects.ts', 'sessionId !== null && isSomebodyElse({ subject, sessionId }, stored)', 'false'],
  ),
  protection(
    'A sign-out ends the session on the server',
    ['tests/auth/sessionSignOut'],
    ['src/auth/effects.ts', '      endOnServer,\n', ''],
  ),
  protection(
    'A sign-out ends every session that storage held on the server',
    ['tests/auth/sessionSignOut'],
    ['src/auth/vault.ts', 'return cleared.flatMap(', 'return cleared.slice(-1).flatMap('],
  ),
  protection('A start clears nothing that another tab is writing', vault, [
    'src/auth/vault.ts',
    'if (!isLocked() && !isBeingWritten) clear()',
    'clear()',
  ]),
  protection(
    'Half a pair in storage is cleared',
    ['tests/auth/sessionTabs'],
    ['src/auth/effects.ts', "if (kind === 'half')", 'if (false)'],
  ),
  protection(
    'Half a pair has a second for its other half',
    ['tests/auth/sessionTabs'],
    ['src/auth/effects.ts', 'HALF_MS = 1_000', 'HALF_MS = 0'],
  ),
  protection('Only ciphertext is stored', vault, [
    'src/auth/vault.ts',
    'const ciphertext = cipher.encrypt(sessionToken.token)',
    'const ciphertext = sessionToken.token',
  ]),
  protection('No password in a snapshot', session, [
    'src/auth/hideInput.ts',
    'scope, input), input: undefined',
    'scope, input), input',
  ]),
  protection('The expiration is stored before the token', vault, [
    'src/auth/vault.ts',
    expirationFirst,
    expirationFirst.split('\n').toReversed().join('\n'),
  ]),
  protection('Answers are kept by no cache', ['tests/api/request'], ['src/api/request.ts', "cache: 'no-store', ", '']),
  protection(
    'The caches are emptied when a session ends',
    ['tests/auth/races'],
    ['src/auth/caches.ts', "actor.on('session.ended', resetLater),", ''],
  ),
  protection(
    'The caches are emptied at once when a session becomes another’s',
    ['tests/auth/sessionTabs', 'tests/auth/sessionOpaque', 'tests/auth/races'],
    ['src/auth/caches.ts', "actor.on('session.switched', reset),", ''],
  ),
  {
    ...protection(
      'The caches are emptied at once when a session follows another',
      ['tests/app/sessionSwitch'],
      ['src/auth/caches.ts', "actor.on('session.started', reset),", ''],
    ),
    projects: ['console'],
  },
  {
    ...protection(
      'A draft is forgotten by the sign-out of its owner alone',
      ['tests/crud/model/drafts'],
      ['src/crud/model/drafts.ts', '!isTheirs(key)', 'false'],
    ),
    projects: ['console'],
  },
  protection('No code in a snapshot', ['tests/auth/secondStep'], ['src/auth/actors.ts', 'verify: hideInput(', 'verify: (']),
  protection(
    'A new device is kept after the second step',
    ['tests/auth/secondStep'],
    ['src/auth/actors.ts', 'device !== undefined && email !== null', 'false'],
  ),
]
