import type { packed } from 'virtual:session-chart'
import type { AnyStateMachine } from 'xstate'
import type { Chart } from '../src/app/inspector/chart'

/** The chart of a machine with all that is said of it, laid out. The same machine gives the same chart. */
export function layOut(machine: AnyStateMachine): Promise<Chart>
/** The chart without what can be told from the rest. */
export function pack(chart: Chart): typeof packed
