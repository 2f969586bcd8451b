import { factorMachine, type FactorContext, type FactorEvent, type FactorRefusal } from '../../machines/factorMachine'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const refusal: FactorRefusal = { fields: { proof: 'Password is wrong', code: 'Code is wrong', name: 'Name is taken' } }
const setUp = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Frond?secret=JBSWY3DPEHPK3PXP' }
const codes = { codes: ['abcd-efgh', 'ijkl-mnop'] }

/** The table of a change of a second factor; on a screen, of the set-up of an app. */
const cases: readonly Case<FactorContext, FactorEvent, Screen>[] = [
  {
    name: 'prove',
    tell: 'The user enters the password.',
    in: ['proving'],
    event: { type: 'prove', proof: 'secret words', name: 'Laptop' },
    drive: (screen) => screen.press('Continue'),
  },
  {
    name: 'password is wrong',
    tell: 'The server says that the password is wrong.',
    in: ['changing'],
    event: failed('change', refusal),
    says: /Password is wrong/,
    drive: (screen) => screen.settle('wrong'),
  },
  {
    name: 'proof gets no answer',
    tell: 'The server does not answer.',
    in: ['changing'],
    event: failed('change', { fields: {} }),
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'change fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['changing'],
    event: failed('change', new Error('bug')),
  },
  {
    name: 'the secret comes',
    tell: 'The server answers with the secret for the app; the user types the code that it shows.',
    in: ['changing'],
    event: done('change', { setUp }),
    says: /^Scan the code/,
    async drive(screen) {
      await screen.settle('secret')
      await screen.type('Code', '123456')
    },
  },
  {
    name: 'options for a passkey come',
    tell: 'The server answers with the options for a passkey.',
    in: ['changing'],
    event: done('change', { creation: { challenge: 'challenge', options: {} } }),
  },
  {
    name: 'new codes come',
    tell: 'The server has created new recovery codes.',
    in: ['changing'],
    event: done('change', codes),
  },
  {
    name: 'it is removed',
    tell: 'The server has removed the factor.',
    in: ['changing'],
    event: done('change', {}),
  },
  {
    name: 'confirm',
    tell: 'The user confirms the app by its first code.',
    in: ['showingSecret'],
    event: { type: 'confirm', code: '123456' },
    drive: (screen) => screen.press('Turn on'),
  },
  {
    name: 'code is wrong',
    tell: 'The server says that the code is wrong.',
    in: ['confirming'],
    event: failed('confirmApp', refusal),
    says: /Code is wrong/,
    drive: (screen) => screen.settle('wrong'),
  },
  {
    name: 'the app is on',
    tell: 'The server turns the app on, and answers with recovery codes.',
    in: ['confirming'],
    event: done('confirmApp', codes),
    says: 'Your recovery codes',
    drive: (screen) => screen.settle('codes'),
  },
  {
    name: 'the app is on, too',
    tell: 'The server turns the app on; the account keeps the recovery codes that it has.',
    in: ['confirming'],
    event: done('confirmApp', { codes: [] }),
    drive: (screen) => screen.settle('noCodes'),
  },
  {
    name: 'the browser creates a passkey',
    tell: 'The browser creates a passkey.',
    in: ['makingPasskey'],
    event: done('makePasskey', { id: 'passkey' }),
  },
  {
    name: 'the user declines',
    tell: 'The user closes the dialog of the browser.',
    in: ['makingPasskey'],
    event: done('makePasskey', null),
  },
  {
    name: 'the browser creates none',
    tell: 'The browser cannot create a passkey.',
    in: ['makingPasskey'],
    event: failed('makePasskey', new Error('SecurityError')),
  },
  {
    name: 'the passkey is added',
    tell: 'The server adds the passkey, and answers with recovery codes.',
    in: ['addingPasskey'],
    event: done('addPasskey', codes),
  },
  {
    name: 'the passkey is refused',
    tell: 'The server says that the name is taken.',
    in: ['addingPasskey'],
    event: failed('addPasskey', refusal),
  },
  {
    name: 'close',
    tell: 'The user presses Escape. While the server makes the change, the dialog stays.',
    in: ['proving', 'changing', 'showingSecret', 'confirming', 'makingPasskey', 'addingPasskey', 'showingCodes'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const factorFlow = flowOf({ machine: factorMachine, name: 'factor', cases })
