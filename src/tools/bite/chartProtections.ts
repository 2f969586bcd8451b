// Faults that `npm run test:model:bite` puts into the session's chart and screens, one at a time.
import { protection, type Change, type Protection } from './protection'

const machine = 'machines/authMachine.ts'
const chart = ['tests/machines/graph', 'tests/machines/authMachine']

const inChart = (name: string, from: Change[1], to: Change[2], also: readonly string[] = []): Protection =>
  protection(`Chart: ${name}`, [...chart, ...also], [machine, from, to])

export const protections: readonly Protection[] = [
  {
    name: 'Screen: another session is another frame',
    noticed: ['tests/app/sessionSwitch'],
    projects: ['console'],
    changes: [['src/app/pages.tsx', ' key={epoch}', '']],
  },
  {
    name: 'Screen: it says that someone else signed in in another tab',
    noticed: ['tests/app/sessionSwitch'],
    projects: ['console'],
    changes: [['src/app/pages.tsx', 'takenOver={isTakenOver(epoch)}', 'takenOver={false}']],
  },
  inChart('a sign-out clears storage', /description: 'The user signs out\.',[^}]*?'clearStorage',/, (found) =>
    found.replace("'clearStorage',", ''),
  ),
  inChart(
    'a refused refresh ends the session',
    /(401: the server has ended the session\.'[^[]*?target: )'#auth\.guest\.signedOut'/,
    (_, before) => `${before}'settling'`,
  ),
  inChart(
    'who requested a reset notices that another tab has signed in',
    /(The server sends reset instructions by email\.',\s+tags: \['canSubmit'\],\s+)entry: 'rereadStorage',/,
    (_, before) => before,
    ['tests/auth/sessionTabs'],
  ),
  inChart(
    'a refused token is refreshed once before the session ends',
    "guard: { type: 'isRejectionFinal', params: ({ event }) => ({ tokenId: event.tokenId }) },",
    "guard: 'isVaultFresh',",
    ['tests/auth/sessionClock'],
  ),
  inChart('a token that came for a refused one and is refused ends the session', 'tokenId === context.replacementId', 'false', [
    'tests/auth/sessionClock',
  ]),
  inChart(
    'an older token’s refusal changes nothing',
    "guard: { type: 'isRejectionStale', params: ({ event }) => ({ tokenId: event.tokenId }) },",
    "guard: 'isVaultCleared',",
  ),
  inChart(
    'a sign-out elsewhere ends no other session than its own',
    "guard: { type: 'isPeerOurs', params: ({ event }) => ({ sessionId: event.sessionId }) },",
    '',
    ['tests/auth/sessionSignOut'],
  ),
  inChart('a refresh does not wait for ever', 'refreshTimeout: {\n', 'authTimeout: {\n'),
  inChart('a sign-in that asks for a second step is not over', "isFailure(error) && error.kind === 'challenged'", 'false'),
  inChart('a second step whose sign-in is over begins again', "isFailure(error) && error.kind === 'rejected'", 'false'),
  inChart('a second step does not wait for ever', 'stepTimeout: {\n', 'authTimeout: {\n'),
  inChart(
    'the heart goes on beating',
    /(The token is not due yet\.', target: 'authenticated'), reenter: true/,
    (_, before) => before,
  ),
  inChart(
    'who cancels is where they were',
    /(The user cancels; nothing has been stored\.', target: )'noToken'/,
    (_, before) => `${before}'signedOut'`,
  ),
  inChart(
    'a new session is a new epoch',
    'beginSession: assign(({ context }) => ({ epoch: context.epoch + 1,',
    'beginSession: assign(({ context }) => ({ epoch: context.epoch,',
  ),
  {
    name: 'Screen: a sign-in can be cancelled',
    screen: 'cancel',
    changes: [['src/app/signedOut/Submit.tsx', "type: 'cancel'", "type: 'token.needed'"]],
  },
  {
    name: 'Screen: who signs out is sent to the sign-in page',
    screen: 'sign out',
    changes: [['src/app/useSessionRedirects.ts', 'if (target !== null)', 'if (false)']],
  },
  {
    name: 'Screen: it says when the server cannot be reached',
    screen: 'server overloaded',
    changes: [['src/app/shell/StaleBanner.tsx', 'snapshot.context.failures > 0', 'false']],
  },
]
