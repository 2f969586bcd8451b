import {
  manyRowsMachine,
  type CallFailure,
  type ManyRowsContext,
  type ManyRowsEvent,
  type ManyRowsOutcome,
} from '../../machines/manyRowsMachine'
import type { DeletionPreview } from '../../src/contract/bulk'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const preview: DeletionPreview = { total: 2, used: 0, undeletable: 0, final: 0, users: {} }
const match = { filter: {}, expectedCount: 2 }
const parts = [{ ids: ['one'] }, { ids: ['two'] }]
const all: ManyRowsOutcome = { done: 2, restorable: ['one', 'two'], failed: [] }
const one: ManyRowsOutcome = {
  done: 1,
  restorable: ['one'],
  failed: [{ id: 'two', code: 'in_use', message: 'It is in use' }],
}
const recounted: CallFailure = { message: '3 match now. Continue with this number?', sure: true, recounted: true }
const busy: CallFailure = { message: 'Too busy', sure: true, recounted: false }

/** The table of a deletion of all groups that match, of which there are two: one call on the screen, one for each of them elsewhere. */
const cases: readonly Case<ManyRowsContext, ManyRowsEvent, Screen>[] = [
  {
    name: 'it is foreseen',
    tell: 'The server says what the deletion does.',
    in: ['previewing'],
    event: done('preview', preview),
    says: /It can be undone right afterwards\.$/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'it cannot be foreseen',
    tell: 'The server does not say what the deletion does.',
    in: ['previewing'],
    event: failed('preview', busy),
    says: /This cannot be undone\.$/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'others match when it is foreseen',
    tell: 'The server says that another number of groups matches now.',
    in: ['previewing'],
    event: failed('preview', recounted),
    says: /Continue with this number/,
    drive: (screen) => screen.settle('recounted'),
  },
  {
    name: 'confirm',
    tell: 'The administrator has both groups deleted.',
    in: ['confirming'],
    when: ({ preview }) => preview !== null,
    event: { type: 'confirm', parts: [match], successor: null },
    drive: (screen) => screen.press('Delete 2 humidity groups'),
  },
  {
    name: 'confirm by typing',
    tell: 'The administrator types that both groups are to be deleted, of which perhaps none comes back.',
    in: ['confirming'],
    when: ({ preview }) => preview === null,
    event: { type: 'confirm', parts: [match], successor: null },
    async drive(screen) {
      await screen.type('Type delete 2 humidity groups to confirm', 'delete 2 humidity groups')
      await screen.press('Delete 2 humidity groups')
    },
  },
  {
    name: 'confirm in parts',
    tell: 'The administrator has more rows deleted than one call takes.',
    in: ['confirming'],
    event: { type: 'confirm', parts, successor: null },
  },
  {
    name: 'they are deleted',
    tell: 'The server has deleted all rows of the call.',
    in: ['running'],
    event: done('act', all),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'one is refused',
    tell: 'The server has deleted one, and refuses the other.',
    in: ['running'],
    event: done('act', one),
    drive: (screen) => screen.settle('refused'),
  },
  {
    name: 'they are not deleted',
    tell: 'The server is too busy to delete them.',
    in: ['running'],
    event: failed('act', busy),
    says: /^It is not known whether this was done\. Too busy just now\. Try again/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'the call fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['running'],
    event: failed('act', new Error('bug')),
  },
  {
    name: 'others match now',
    tell: 'The server says that another number of groups matches now, and has deleted none.',
    in: ['running'],
    event: failed('act', recounted),
    says: /Continue with this number/,
    drive: (screen) => screen.settle('recounted'),
  },
  {
    name: 'stop',
    tell: 'The administrator stops it.',
    in: ['running'],
    event: { type: 'stop' },
  },
  {
    name: 'they are counted',
    tell: 'The groups that match are counted again.',
    in: ['recounting'],
    event: done('recount', { count: 2, rows: [] }),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'none matches',
    tell: 'No group matches any more.',
    in: ['recounting'],
    event: done('recount', { count: 0, rows: [] }),
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
    name: 'names are known',
    tell: 'The server says what the refused group is called.',
    in: ['naming'],
    event: done('nameRows', [{ row: { id: 'two', version: 1, name: 'Moss' }, message: 'It is in use' }]),
    says: /Refused on the tour/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'names stay unknown',
    tell: 'The server does not say what the refused group is called.',
    in: ['naming'],
    event: failed('nameRows', new Error('offline')),
  },
  {
    name: 'retry',
    tell: 'The administrator has the refused group tried again.',
    in: ['reporting'],
    event: { type: 'retry', parts: [{ ids: ['two'] }] },
    drive: (screen) => screen.press('Retry failed'),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape. While rows are deleted or named, the dialog stays.',
    in: ['previewing', 'confirming', 'recounting', 'running', 'naming', 'reporting'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const manyRowsFlow = flowOf({
  machine: manyRowsMachine,
  name: 'manyRows',
  input: { count: 2, rows: [] },
  cases,
  facts: ({ preview, parts, at, refused, failed }: ManyRowsContext) =>
    Object.entries({
      foreseen: preview !== null,
      answered: at > 0,
      more: at + 1 < parts.length,
      refused: refused.length > 0,
      failed: failed.length > 0,
    })
      .flatMap(([fact, is]) => (is ? [fact] : []))
      .join(', '),
})
