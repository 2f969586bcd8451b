// Faults that `npm run test:model:bite` puts into the session's chart and screens, one at a time.
import type { Protection } from './protection'

const machine = 'machines/authMachine.ts'
const chart = ['tests/machines/graph', 'tests/machines/authMachine']

export const protections: readonly Protection[] = [
  {
    name: 'Screen: another session is another frame',
    noticed: ['tests/app/sessionSwitch'],
    projects: ['app'],
    changes: [['src/app/pages.tsx', ' key={epoch}', '']],
  },
  {
    name: 'Chart: a sign-out clears storage',
    noticed: chart,
    changes: [
      [machine, /description: 'The user signs out\.',[^}]*?'clearStorage',/, (found) => found.replace("'clearStorage',", '')],
    ],
  },
  {
    name: 'Chart: a refused refresh ends the session',
    noticed: chart,
    changes: [
      [
        machine,
        /(401: the session is over on the server\.'[^[]*?target: )'#auth\.guest\.signedOut'/,
        (_, before) => `${before}'settling'`,
      ],
    ],
  },
  {
    name: 'Chart: who asked for a reset hears that another tab signed in meanwhile',
    noticed: [...chart, 'tests/auth/sessionTabs'],
    changes: [
      [
        machine,
        /(Reset instructions are on their way\.',\s+tags: \['canSubmit'\],\s+)entry: 'lookAgain',/,
        (_, before) => before,
      ],
    ],
  },
  {
    name: 'Chart: a refused token is refreshed once before the session ends',
    noticed: [...chart, 'tests/auth/sessionClock'],
    changes: [
      [
        machine,
        "guard: { type: 'isRejectionFinal', params: ({ event }) => ({ tokenId: event.tokenId }) },",
        "guard: 'isVaultFresh',",
      ],
    ],
  },
  {
    name: 'Chart: a token that came for a refused one and is refused ends the session',
    noticed: [...chart, 'tests/auth/sessionClock'],
    changes: [[machine, 'tokenId === context.mendedId', 'false']],
  },
  {
    name: 'Chart: an older token’s refusal changes nothing',
    noticed: chart,
    changes: [
      [
        machine,
        "guard: { type: 'isRejectionStale', params: ({ event }) => ({ tokenId: event.tokenId }) },",
        "guard: 'isVaultGone',",
      ],
    ],
  },
  {
    name: 'Chart: a sign-out elsewhere ends no other session than its own',
    noticed: [...chart, 'tests/auth/sessionSignOut'],
    changes: [[machine, "guard: { type: 'isPeerOurs', params: ({ event }) => ({ sessionId: event.sessionId }) },", '']],
  },
  {
    name: 'Chart: a refresh does not wait for ever',
    noticed: chart,
    changes: [[machine, 'refreshTimeout: {\n', 'authTimeout: {\n']],
  },
  {
    name: 'Chart: a sign-in that asks for a second step is not over',
    noticed: chart,
    changes: [[machine, "isFailure(error) && error.kind === 'challenged'", 'false']],
  },
  {
    name: 'Chart: a second step whose sign-in is over begins again',
    noticed: chart,
    changes: [[machine, "isFailure(error) && error.kind === 'rejected'", 'false']],
  },
  {
    name: 'Chart: a second step does not wait for ever',
    noticed: chart,
    changes: [[machine, 'stepTimeout: {\n', 'authTimeout: {\n']],
  },
  {
    name: 'Chart: the heart goes on beating',
    noticed: chart,
    changes: [[machine, /(Nothing to do yet\.', target: 'authenticated'), reenter: true/, (_, before) => before]],
  },
  {
    name: 'Chart: who cancels is where they were',
    noticed: chart,
    changes: [
      [machine, /(The user leaves; nothing has been stored\.', target: )'noToken'/, (_, before) => `${before}'signedOut'`],
    ],
  },
  {
    name: 'Chart: a new session is a new epoch',
    noticed: chart,
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
    changes: [['src/app/useSessionRedirects.ts', 'if (target !== null)', 'if (false)']],
  },
  {
    name: 'Screen: it says when the server cannot be reached',
    screen: 'server overloaded',
    changes: [['src/app/shell/StaleBanner.tsx', 'snapshot.context.failures > 0', 'false']],
  },
]
