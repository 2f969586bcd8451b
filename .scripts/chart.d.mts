import type { AnyStateMachine } from 'xstate'

/** The chart as a Mermaid state diagram; transitions between the same two states share an arrow. */
export function mermaidOf(machine: AnyStateMachine): string
/** The page with this chart between its marks. */
export function withChart(text: string, mermaid: string): string
