import { begun } from '../situation'
import type { Move } from './move'

/** Cases in which the console opens, for each content of storage. */
export const opening: readonly Move[] = [
  {
    name: 'open, nothing stored',
    tell: 'Somebody opens the console in a browser that holds nothing.',
    in: ['closed'],
    event: null,
    drive: (tab) => tab.open('nothing'),
  },
  {
    name: 'open, live token stored',
    tell: 'Somebody opens the console in a browser that holds a live token.',
    in: ['closed'],
    event: null,
    before: begun,
    drive: (tab) => tab.open('live'),
  },
  {
    name: 'open, old token stored',
    tell: 'Somebody opens the console in a browser whose token ran out while it was closed.',
    in: ['closed'],
    event: null,
    before: { token: 'out' },
    drive: (tab) => tab.open('out'),
  },
  {
    name: 'open, garbage stored',
    tell: 'Somebody opens the console in a browser that holds something nobody can read.',
    in: ['closed'],
    event: null,
    finds: 'corrupt',
    says: 'could not be read',
    drive: (tab) => tab.open('garbage'),
  },
]
