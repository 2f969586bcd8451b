import { importMachine, nothingYet, type ImportContext, type ImportEvent, type Tally } from '../../machines/importMachine'
import type { CsvRecord } from '../../src/contract/csv'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const rows: readonly CsvRecord[] = [2, 3].map((line) => ({ line, cells: [`Fern ${line}`] }))
const file = { name: 'sensors.csv', header: ['name'], rows, ragged: [], decimalComma: false }
/** The tally of a run that has sent `at` rows; in a dry run, the first `accepted` are those without objections. */
const tally = (at: number, accepted = at): Tally => ({ ...nothingYet, at, created: accepted, accepted: rows.slice(0, accepted) })
const choose = { type: 'choose', source: { text: 'name' } } as const

let files = 0
/** Makes a file of groups with new names. Its last column, which no field takes, makes each row fill a part by itself. */
function twoGroups(): string {
  files += 1
  const ballast = 'x'.repeat(200_000)
  const lines = ['a', 'b'].map((row) => `Tour ${process.pid} ${files} ${row},10,20,,${ballast}`)
  return ['name,soilMoistureMin,soilMoistureMax,airHumidityMin,ballast', ...lines].join('\n')
}

/** The table of an import in which each part is one row. */
const cases: readonly Case<ImportContext, ImportEvent, Screen>[] = [
  {
    name: 'choose',
    tell: 'The administrator chooses a file.',
    in: ['choosing'],
    event: choose,
    says: 'Reading the file…',
    drive: (screen) => screen.choose('CSV file', 'groups.csv'),
  },
  {
    name: 'file is read',
    tell: 'The file is read; its columns are recognised.',
    in: ['reading'],
    event: done('readFile', { file, mapping: ['name'] }),
    says: 'Step 2 of 4: match the columns',
    drive: (screen) => screen.read(twoGroups()),
  },
  {
    name: 'file is of no use',
    tell: 'The file is empty.',
    in: ['reading'],
    event: done('readFile', { refusal: 'The file is empty' }),
    says: 'This cannot be imported',
    drive: (screen) => screen.read(''),
  },
  {
    name: 'file cannot be read',
    tell: 'The file has gone from the disk.',
    in: ['reading'],
    event: failed('readFile', new Error('NotReadableError')),
  },
  {
    name: 'match a column',
    tell: 'The administrator matches a column with another field.',
    in: ['mapping'],
    event: { type: 'map', mapping: ['label'] },
    drive: (screen) => screen.pick('airHumidityMin goes into', ['', 'airHumidityMin']),
  },
  {
    name: 'back',
    tell: 'The administrator goes a step back.',
    in: ['mapping', 'checked'],
    event: { type: 'back' },
    drive: (screen) => screen.press('Back'),
  },
  {
    name: 'check',
    tell: 'The administrator has all rows checked.',
    in: ['mapping'],
    event: { type: 'check', key: 'one' },
    says: 'Step 3 of 4: a dry run',
    drive: (screen) => screen.press('Check 2 rows'),
  },
  {
    name: 'a part is checked',
    tell: 'The server has checked some of the rows.',
    in: ['checking.sending'],
    when: (context) => context.tally.at === 0,
    event: done('checkPart', tally(1)),
    says: '1 of 2 rows checked',
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'all is checked',
    tell: 'The server has checked the last rows, and has nothing against any.',
    in: ['checking.sending'],
    when: (context) => context.tally.at === 1,
    event: done('checkPart', tally(2)),
    says: '2 humidity groups can be imported',
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'no row is of use',
    tell: 'The server has checked the last rows, and refuses all.',
    in: ['checking.sending'],
    event: done('checkPart', tally(2, 0)),
  },
  {
    name: 'check fails',
    tell: 'The server does not answer the dry run.',
    in: ['checking.sending'],
    event: failed('checkPart', new Error('The server cannot be reached.')),
    says: 'The dry run stopped',
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'import',
    tell: 'The administrator has the rows imported that passed.',
    in: ['checked'],
    event: { type: 'start', key: 'two' },
    says: 'Step 4 of 4: the import',
    drive: (screen) => screen.press('Import 2 humidity groups'),
  },
  {
    name: 'a part is imported',
    tell: 'The server has created some of the rows.',
    in: ['importing.sending.going', 'importing.sending.stopping'],
    when: (context) => context.tally.at === 0,
    event: done('importPart', tally(1)),
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'all is imported',
    tell: 'The server has created the last rows.',
    in: ['importing.sending.going', 'importing.sending.stopping'],
    when: (context) => context.tally.at === 1,
    event: done('importPart', tally(2)),
    says: 'Step 4 of 4: results of the import',
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'import fails',
    tell: 'The server does not answer a part of the import.',
    in: ['importing.sending.going', 'importing.sending.stopping'],
    event: failed('importPart', 'no error at all'),
    says: 'The import stopped',
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'try again',
    tell: 'The administrator has the part sent again.',
    in: ['checking.halted', 'importing.halted'],
    event: { type: 'retry' },
    drive: (screen) => screen.press('Retry'),
  },
  {
    name: 'stop',
    tell: 'The administrator stops it.',
    in: ['checking.sending', 'checking.halted', 'importing.sending.going', 'importing.halted'],
    event: { type: 'stop' },
    drive: (screen) => screen.press(/^(Cancel|Stop)$/),
  },
  {
    name: 'leave the page',
    tell: 'The page is left while rows are on their way.',
    in: ['checking.sending', 'checking.halted', 'importing.sending.going', 'importing.sending.stopping', 'importing.halted'],
    event: { type: 'leave' },
  },
]

export const importFlow = flowOf({
  machine: importMachine,
  name: 'import',
  cases,
  facts: ({ tally: { at }, checked, failure }) =>
    `${at} sent, ${checked.accepted.length} accepted${failure === null ? '' : ', failed'}`,
})
