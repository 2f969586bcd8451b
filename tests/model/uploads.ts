import { uploadMachine, type UploadContext, type UploadEvent, type UploadFailure } from '../../machines/uploadMachine'
import { done, failed, flowOf, type Case } from './flow'
import type { Screen } from './screen'

const file = new File(['leaf'], 'leaf.img')
const choose = (screen: Screen) => screen.choose('Firmware file', 'leaf.img')
const failure = (kind: UploadFailure['kind']): UploadFailure => ({ kind, message: 'No' })

/** The table of an upload. */
const cases: readonly Case<UploadContext, UploadEvent, Screen>[] = [
  {
    name: 'choose a file',
    tell: 'The administrator chooses a file.',
    in: ['idle', 'failed'],
    event: { type: 'choose', file },
    says: 'Reading leaf.img…',
    drive: choose,
  },
  {
    name: 'file is read',
    tell: 'The file is read and its checksum computed.',
    in: ['hashing'],
    event: done('digest', 'a1b2'),
    says: 'Uploading leaf.img…',
    drive: (screen) => screen.read('leaf'),
  },
  {
    name: 'file cannot be read',
    tell: 'The file has gone from the disk.',
    in: ['hashing'],
    event: failed('digest', new Error('NotReadableError')),
    says: 'The file cannot be read.',
    drive: (screen) => screen.read(null),
  },
  {
    name: 'bytes leave',
    tell: 'Some of the file is on its way.',
    in: ['sending'],
    event: { type: 'progress', sent: 2, total: 4 },
  },
  {
    name: 'file is stored',
    tell: 'The server has stored it.',
    in: ['sending'],
    event: done('send', undefined),
    says: /^leaf\.img uploaded/,
    drive: (screen) => screen.settle('done'),
  },
  {
    name: 'upload is refused',
    tell: 'The server is too busy.',
    in: ['sending'],
    event: failed('send', failure('refused')),
    says: 'The upload failed',
    drive: (screen) => screen.settle('busy'),
  },
  {
    name: 'upload fails by a fault of ours',
    tell: 'The code that sends it fails.',
    in: ['sending'],
    event: failed('send', new Error('bug')),
  },
  {
    name: 'row was changed',
    tell: 'Somebody else has changed the firmware first.',
    in: ['sending'],
    event: failed('send', failure('overtaken')),
    says: 'The upload failed',
    drive: (screen) => screen.settle('overtaken'),
  },
  {
    name: 'network is lost',
    tell: 'The network is lost on the way.',
    in: ['sending'],
    event: failed('send', failure('cutOff')),
    says: 'The connection was lost',
    drive: (screen) => screen.settle('offline'),
  },
  {
    name: 'network is back',
    tell: 'The network is back.',
    in: ['offline'],
    event: { type: 'online' },
    says: 'Uploading leaf.img…',
    drive: (screen) => screen.goOnline(),
  },
  {
    name: 'try again',
    tell: 'The administrator tries the same file again.',
    in: ['offline', 'failed'],
    event: { type: 'retry' },
    drive: (screen) => screen.press('Retry'),
  },
  {
    name: 'cancel the upload',
    tell: 'The administrator cancels the upload.',
    in: ['hashing', 'sending', 'offline'],
    event: { type: 'cancel' },
    says: /^Upload a(nother)? file$/,
    drive: (screen) => screen.press('Cancel upload'),
  },
]

export const uploadFlow = flowOf({
  machine: uploadMachine,
  name: 'upload',
  cases,
  facts: ({ digest, sent, failure: why }) => `${digest ?? 'no checksum'}, ${sent} sent${why === null ? '' : ', failed'}`,
})
