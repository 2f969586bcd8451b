import { saveMachine, type FormEdit, type SaveContext, type SaveEvent, type SaveFailure } from '../../machines/saveMachine'
import type { ChangePreview } from '../../src/contract/preview'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const base = { name: 'Fen', soilMoistureMin: 15 }
const typed = { ...base, soilMoistureMin: 20 }
const theirs = { id: 'fen', version: 2, ...base, soilMoistureMin: 12 }
const over: FormEdit = { base: theirs, typed, version: theirs.version }
const preview: ChangePreview = { plants: [], plantsTotal: 1, sensorsTotal: 0, sensorsChanging: 0 }
const other = { kind: 'other', message: 'Too busy', requestId: '', sure: true, missing: false } as const
const stale: SaveFailure = { kind: 'stale', theirs }

/** The table of the form of a humidity group, whose plants change with it. */
const cases: readonly Case<SaveContext, SaveEvent, Screen>[] = [
  {
    name: 'save',
    tell: 'The administrator changes the range and saves it.',
    in: ['editing.typing'],
    event: { type: 'save', typed, needsPreview: true },
    async drive(screen) {
      await screen.type('Lowest soil moisture', '20')
      await screen.press('Save changes')
    },
  },
  {
    name: 'save what no other row depends on',
    tell: 'The administrator saves values on which no other row depends.',
    in: ['editing.typing', 'editing.comparing'],
    event: { type: 'save', typed, needsPreview: false },
  },
  {
    name: 'no plant is affected',
    tell: 'The server says that no plant changes with it.',
    in: ['previewing'],
    event: done('preview', null),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'a plant is affected',
    tell: 'The server says which plant changes with it.',
    in: ['previewing'],
    event: done('preview', preview),
    says: /^1 plant changes with it/,
    drive: (screen) => screen.settle('affected'),
  },
  {
    name: 'nothing is previewed',
    tell: 'The server is too busy to say which plants change.',
    in: ['previewing'],
    event: failed('preview', other),
    says: 'Nothing was saved',
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'confirm',
    tell: 'The administrator confirms the change.',
    in: ['confirming'],
    event: { type: 'confirm' },
    drive: (screen) => screen.press('Save changes'),
  },
  {
    name: 'back',
    tell: 'The administrator goes back to the form.',
    in: ['confirming'],
    event: { type: 'back' },
    drive: (screen) => screen.press('Back to the form'),
  },
  {
    name: 'it is saved',
    tell: 'The server has saved the group.',
    in: ['saving'],
    event: done('save', { row: theirs }),
    says: /^Humidity group .* saved$/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'it is stale',
    tell: 'The server says that another administrator has saved the group first.',
    in: ['saving'],
    event: failed('save', stale),
    says: 'This humidity group was changed by someone else',
    drive: (screen) => screen.settle('stale'),
  },
  {
    name: 'it is gone',
    tell: 'The server says that there is no such group.',
    in: ['saving'],
    event: failed('save', { ...other, missing: true }),
    says: 'Nothing was saved',
    drive: (screen) => screen.settle('gone'),
  },
  {
    name: 'it is not saved',
    tell: 'The server is too busy to save it.',
    in: ['saving'],
    event: failed('save', other),
    says: /^Too busy just now/,
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'save is aborted',
    tell: 'The session ends before the answer.',
    in: ['saving'],
    event: failed('save', null),
  },
  {
    name: 'save fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['saving'],
    event: failed('save', new Error('bug')),
  },
  {
    name: 'take theirs',
    tell: 'The administrator takes the other version.',
    in: ['editing.comparing'],
    event: { type: 'restart', ...over, typed: theirs },
    drive: (screen) => screen.press('Take theirs'),
  },
  {
    name: 'save over theirs',
    tell: 'The administrator keeps all of their own values.',
    in: ['editing.comparing'],
    event: { type: 'saveOver', ...over },
    drive: (screen) => screen.press('Keep mine'),
  },
  {
    name: 'close',
    tell: 'The administrator presses Escape.',
    in: ['editing.comparing'],
    event: { type: 'close' },
    drive: (screen) => screen.escape(),
  },
  {
    name: 'restore the draft',
    tell: 'The administrator restores a draft.',
    in: ['editing.typing'],
    event: { type: 'restart', base, typed, version: 1 },
  },
]

export const saveFlow = flowOf({ machine: saveMachine, name: 'save', input: { base, version: 1 }, cases })
