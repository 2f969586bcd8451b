import { bulkEditMachine, type BulkEditContext, type BulkEditEvent } from '../../machines/bulkEditMachine'
import type { BulkUpdateOutcome } from '../../src/contract/bulk'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const set = { model: 'Lux 1' }
const parts = [{ ids: ['one'] }, { ids: ['two'] }]
const changed: BulkUpdateOutcome = { done: 1, changed: [{ id: 'one', version: 2, before: { model: null } }], failed: [] }
const refused: BulkUpdateOutcome = { done: 0, changed: [], failed: [{ id: 'two', message: 'No', code: 'invalid' }] }
const recounted = { message: '4 match now. Continue with this number?', sure: true, recounted: true }

/** The table of a bulk edit of two rows, in which each call is about one row. */
const cases: readonly Case<BulkEditContext, BulkEditEvent, Screen>[] = [
  {
    name: 'propose',
    tell: 'The administrator says what all rows are to hold.',
    in: ['choosing'],
    event: { type: 'propose', set, needsPreview: false },
  },
  {
    name: 'propose what others depend on',
    tell: 'The administrator says what groups are to hold; plants depend on them.',
    in: ['choosing'],
    event: { type: 'propose', set, needsPreview: true },
    drive: (screen) => screen.press('Continue'),
  },
  {
    name: 'it is foreseen',
    tell: 'The server says which plants change.',
    in: ['previewing'],
    event: done('preview', { plants: [], plantsTotal: 0, sensorsChanging: 0, sensorsTotal: 0 }),
    says: 'It can be undone right afterwards.',
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'it cannot be foreseen',
    tell: 'The server does not say which plants change.',
    in: ['previewing'],
    event: failed('preview', { message: 'Too busy', sure: true, recounted: false }),
    says: /Too busy/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'others match when it is foreseen',
    tell: 'The server says that another number of rows matches now.',
    in: ['previewing'],
    event: failed('preview', recounted),
    drive: (screen) => screen.settle('recounted'),
  },
  {
    name: 'back',
    tell: 'The administrator goes a step back.',
    in: ['confirming'],
    event: { type: 'back' },
    says: /^Select the fields to change/,
    drive: (screen) => screen.press('Back'),
  },
  {
    name: 'run',
    tell: 'The administrator has the rows changed.',
    in: ['confirming'],
    event: { type: 'run', parts },
  },
  {
    name: 'run at once',
    tell: 'The administrator has the rows changed by one call.',
    in: ['confirming'],
    event: { type: 'run', parts: [{ ids: ['one', 'two'] }] },
    drive: (screen) => screen.press(/^Change \d+ humidity groups$/),
  },
  {
    name: 'a part is changed',
    tell: 'The server has changed a part.',
    in: ['running.going', 'running.stopping'],
    event: done('changePart', changed),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'a part is refused',
    tell: 'The server has refused the rows of a part.',
    in: ['running.going', 'running.stopping'],
    event: done('changePart', refused),
    drive: (screen) => screen.settle('refused'),
  },
  {
    name: 'a call fails',
    tell: 'The server does not answer.',
    in: ['running.going', 'running.stopping'],
    event: failed('changePart', 'no error at all'),
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'others match now',
    tell: 'The server says that another number of rows matches now, and has changed nothing.',
    in: ['running.going', 'running.stopping'],
    event: failed('changePart', recounted),
    drive: (screen) => screen.settle('recounted'),
  },
  {
    name: 'they are counted',
    tell: 'The rows that match are counted again.',
    in: ['recounting'],
    event: done('recount', undefined),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'they cannot be counted',
    tell: 'The server does not say how many rows match.',
    in: ['recounting'],
    event: failed('recount', new Error('offline')),
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'stop',
    tell: 'The administrator stops it.',
    in: ['running.going'],
    event: { type: 'stop' },
    drive: (screen) => screen.press('Stop'),
  },
  {
    name: 'names are known',
    tell: 'The server says what the refused rows are called.',
    in: ['naming'],
    event: done('nameRows', [{ row: { id: 'two', version: 1, name: 'Moss' }, message: 'No' }]),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'names stay unknown',
    tell: 'The server does not say what the refused rows are called.',
    in: ['naming'],
    event: failed('nameRows', new Error('offline')),
  },
  {
    name: 'retry',
    tell: 'The administrator has the refused rows tried again.',
    in: ['reporting'],
    event: { type: 'retry', parts: [{ ids: ['two'] }] },
    drive: (screen) => screen.press('Retry failed'),
  },
  {
    name: 'close',
    tell: 'The administrator closes the dialog.',
    in: ['choosing', 'previewing', 'confirming', 'reporting'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const bulkEditFlow = flowOf({
  machine: bulkEditMachine,
  name: 'bulk',
  cases,
  // Numbers above two make no other difference.
  facts: ({ parts: { length }, refused: { length: bad }, failure }) =>
    `${length} parts, ${Math.min(bad, 2)} refused${failure === null ? '' : ', failed'}`,
})
