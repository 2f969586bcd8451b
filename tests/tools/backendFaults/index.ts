import type { BrokenCall } from '../../support/server/brokenBackend'
import { callFaults } from './calls'
import { eventFaults } from './events'
import { fleetFaults } from './fleet'
import { listFaults } from './lists'
import { shapeFaults } from './shapes'
import { writeFaults } from './writes'

/** Every fault of a backend here. */
export const faults: readonly BrokenCall[] = [
  ...shapeFaults,
  ...listFaults,
  ...writeFaults,
  ...callFaults,
  ...fleetFaults,
  ...eventFaults,
]
