import { removalMachine, type RemovalContext, type RemovalEvent, type RemovalFailure } from '../../machines/removalMachine'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const busy: RemovalFailure = { message: 'Too busy', users: null, stale: false }
const overtaken: RemovalFailure = { message: 'Somebody else changed it', users: null, stale: true }
const used: RemovalFailure = {
  message: 'A plant uses it',
  users: { total: 1, rows: [{ id: 'fern', name: 'Fern' }] },
  stale: false,
}

/** The table of a deletion of one humidity group, whose plants can be given another one. */
const cases: readonly Case<RemovalContext, RemovalEvent, Screen>[] = [
  {
    name: 'remove',
    tell: 'The administrator has the group deleted.',
    in: ['confirming'],
    event: { type: 'remove', successor: null },
    drive: (screen) => screen.press('Delete humidity group'),
  },
  {
    name: 'reassign and remove',
    tell: 'The administrator has its plants given another group, and the group deleted.',
    in: ['replacing'],
    event: { type: 'remove', successor: { id: 'moist', label: 'Moist' } },
    drive: (screen) => screen.press('Reassign and delete'),
  },
  {
    name: 'it is deleted',
    tell: 'The server has deleted the group.',
    in: ['deleting'],
    event: done('remove', undefined),
    says: / deleted/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'it is in use',
    tell: 'The server says which plants use the group; the administrator selects another group for them.',
    in: ['deleting'],
    event: failed('remove', used),
    says: 'A plant uses it:',
    async drive(screen) {
      await screen.settle('used')
      await screen.pickFirst('Replace with')
    },
  },
  {
    name: 'it has changed',
    tell: 'The server says that somebody else has changed the group.',
    in: ['deleting'],
    event: failed('remove', overtaken),
    says: /^Somebody else changed it/,
    drive: (screen) => screen.settle('overtaken'),
  },
  {
    name: 'it is not deleted',
    tell: 'The server is too busy to delete it.',
    in: ['deleting'],
    event: failed('remove', busy),
    says: /^Too busy just now/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'deletion fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['deleting'],
    event: failed('remove', new Error('bug')),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape. While the server deletes it, the dialog stays.',
    in: ['confirming', 'replacing', 'deleting'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const removalFlow = flowOf({
  machine: removalMachine,
  name: 'removal',
  cases,
  facts: ({ inUse }: RemovalContext) => (inUse === null ? '' : 'in use'),
})
