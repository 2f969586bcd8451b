import {
  bulkRemovalMachine,
  type BulkRemovalContext,
  type BulkRemovalEvent,
  type BulkRemovalOutcome,
} from '../../machines/bulkRemovalMachine'
import type { BulkEditFailure } from '../../machines/bulkEditMachine'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const all: BulkRemovalOutcome = { done: 2, restorable: ['one', 'two'], failed: [] }
const one: BulkRemovalOutcome = {
  done: 1,
  restorable: ['one'],
  failed: [{ row: { id: 'two', version: 1, name: 'Moss' }, message: 'It is in use' }],
}
const recounted: BulkEditFailure = { message: '3 match now. Is this still what you mean?', recounted: true }
const busy: BulkEditFailure = { message: 'Too busy', recounted: false }

/** The table of a deletion of all groups that match, of which there are two. */
const cases: readonly Case<BulkRemovalContext, BulkRemovalEvent, Screen>[] = [
  {
    name: 'others match in the preview',
    tell: 'The server says, when asked for the preview, that another number of groups matches.',
    in: ['confirming'],
    event: { type: 'recount', failure: recounted },
  },
  {
    name: 'remove',
    tell: 'The administrator has both groups deleted.',
    in: ['confirming'],
    event: { type: 'remove', successor: null },
    drive: (screen) => screen.press('Delete 2 humidity groups'),
  },
  {
    name: 'they are deleted',
    tell: 'The server has deleted both.',
    in: ['deleting'],
    event: done('remove', all),
    // More for each time that one was refused: that answer, which is made up, counts another one as deleted.
    says: /^\d humidity groups deleted/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'one is refused',
    tell: 'The server has deleted one, and refuses the other.',
    in: ['deleting'],
    event: done('remove', one),
    says: /Refused on the tour/,
    drive: (screen) => screen.settle('refused'),
  },
  {
    name: 'they are not deleted',
    tell: 'The server is too busy to delete them.',
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
    name: 'others match now',
    tell: 'The server says that another number of groups matches now, and has deleted none.',
    in: ['deleting'],
    event: failed('remove', recounted),
    says: /Is this still what you mean/,
    drive: (screen) => screen.settle('recounted'),
  },
  {
    name: 'they are counted',
    tell: 'The groups that match are counted again.',
    in: ['recounting'],
    event: done('recount', 2),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'none matches',
    tell: 'No group matches any more.',
    in: ['recounting'],
    event: done('recount', 0),
    drive: (screen) => screen.settle('emptied'),
  },
  {
    name: 'they cannot be counted',
    tell: 'The server does not say how many groups match.',
    in: ['recounting'],
    event: failed('recount', new Error('offline')),
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'retry',
    tell: 'The administrator has the refused group tried again.',
    in: ['reporting'],
    event: { type: 'retry' },
    drive: (screen) => screen.press('Retry failed'),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape. While the server deletes them, the dialog stays.',
    in: ['confirming', 'recounting', 'deleting', 'reporting'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const bulkRemovalFlow = flowOf({
  machine: bulkRemovalMachine,
  name: 'bulkRemoval',
  cases,
  facts: ({ failed: { length } }: BulkRemovalContext) => (length === 0 ? '' : 'failed'),
})
