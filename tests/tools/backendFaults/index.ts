import type { BrokenCall } from '../../support/server/brokenBackend'
import { callFaults } from './calls'
import { eventFaults } from './events'
import { listFaults } from './lists'
import { shapeFaults } from './shapes'
import { writeFaults } from './writes'

/** Every way in which a backend is broken here. */
export const faults: readonly BrokenCall[] = [...shapeFaults, ...listFaults, ...writeFaults, ...callFaults, ...eventFaults]
