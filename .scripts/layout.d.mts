import type { Chart } from 'virtual:session-chart'
import type { AnyStateMachine } from 'xstate'

/** The chart of a machine with all that is said of it, laid out. The same machine gives the same chart. */
export function layOut(machine: AnyStateMachine): Promise<Chart>
