import { assignMachine, type AssignContext, type AssignEvent, type AssignFailure } from '../../machines/assignMachine'
import type { AssignOutcome } from '../../src/contract/firmwareCalls'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const body = { filter: { hardwareId: ['leaf'] }, expectedCount: 2, reason: 'Batteries' }
const skipped: AssignOutcome['skipped'] = [{ id: 'shed', name: 'Shed', code: 'already_installed', message: 'It runs it already' }]
const some: AssignOutcome = { assigned: [{ id: 'attic', name: 'Attic' }], skipped, changed: [] }
const none: AssignOutcome = { assigned: [], skipped, changed: [] }
const failure: AssignFailure = { sentence: 'Too busy' }

/** The table of an assignment to the gateways of a hardware, of which one can take the firmware. */
const cases: readonly Case<AssignContext, AssignEvent, Screen>[] = [
  {
    name: 'check',
    tell: 'The administrator has all compatible gateways checked.',
    in: ['choosing'],
    event: { type: 'check', body },
    drive: (screen) => screen.press('Check'),
  },
  {
    name: 'some can take it',
    tell: 'The server says that some gateways can take it.',
    in: ['checking'],
    event: done('check', some),
    says: /^Will be assigned to 1 gateway:/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'none can take it',
    tell: 'The server says that no gateway can take it.',
    in: ['checking'],
    event: done('check', none),
    says: /^No gateway can take/,
    drive: (screen) => screen.settle('skipped'),
  },
  {
    name: 'they are not checked',
    tell: 'The server is too busy to check them.',
    in: ['checking'],
    event: failed('check', failure),
    says: /^Too busy just now/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'back',
    tell: 'The administrator goes back to the selection.',
    in: ['confirming'],
    event: { type: 'back' },
    says: 'Gateways fetch an assigned firmware the next time they report.',
    drive: (screen) => screen.press('Back'),
  },
  {
    name: 'assign',
    tell: 'The administrator has it assigned.',
    in: ['confirming'],
    when: ({ outcome }) => outcome.assigned.length > 0,
    event: { type: 'assign' },
    drive: (screen) => screen.press('Assign to 1 gateway'),
  },
  {
    name: 'it is assigned',
    tell: 'The server has assigned it.',
    in: ['assigning'],
    event: done('assign', some),
    says: /^Assigned to 1 gateway:/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'assignment is refused',
    tell: 'The server is too busy to assign it.',
    in: ['assigning'],
    event: failed('assign', failure),
    says: /^Too busy just now/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'assignment fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['assigning'],
    event: failed('assign', new Error('bug')),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape. While the server assigns it, the dialog stays.',
    in: ['choosing', 'checking', 'confirming', 'assigning', 'reporting'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const assignFlow = flowOf({
  machine: assignMachine,
  name: 'assign',
  cases,
  facts: ({ outcome: { assigned, skipped }, failure }) =>
    `${assigned.length} assigned, ${Math.min(skipped.length, 2)} skipped${failure === null ? '' : ', failed'}`,
})
