import { exportMachine, type ExportContext, type ExportEvent, type ExportFailure } from '../../machines/exportMachine'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const failure: ExportFailure = { sentence: 'Too busy' }

/** The table of an export of a list. */
const cases: readonly Case<ExportContext, ExportEvent, Screen>[] = [
  {
    name: 'read',
    tell: 'The administrator starts the export.',
    in: ['choosing'],
    event: { type: 'read', rows: 'matching', columns: 'visible', format: 'csv' },
    drive: (screen) => screen.press(/^(Download CSV|Retry)$/),
  },
  {
    name: 'a page is read',
    tell: 'The server has answered with a page.',
    in: ['reading'],
    event: { type: 'progress', done: 200, total: 300 },
  },
  {
    name: 'all are read',
    tell: 'The server has answered with the last page.',
    in: ['reading'],
    event: done('readRows', { content: new Blob(['name\r\nMoss\r\n']), count: 1 }),
    says: /humidity groups exported$/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'a page is not read',
    tell: 'The server is too busy.',
    in: ['reading'],
    event: failed('readRows', failure),
    says: 'Nothing was exported',
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'reading fails by a fault of ours',
    tell: 'The code that reads them fails.',
    in: ['reading'],
    event: failed('readRows', new Error('bug')),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape, which also stops the reading.',
    in: ['choosing', 'reading'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
]

export const exportFlow = flowOf({ machine: exportMachine, name: 'export', cases })
