import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate'

type Node = AnyStateMachine['root']

/** The session's machine, as the source tree has it. */
export const sessionFile: string
/** The machine in a file that holds one. */
export function openMachine(file: string): Promise<AnyStateMachine>
/** The machines in a text: types erased, imports and `export` cut away, the rest run with nothing in scope but xstate's own names. */
export function openMachines(text: string): Promise<AnyStateMachine[]>
/** Every state node, the root first. */
export function nodesOf(machine: AnyStateMachine): Node[]
/** A node's own transitions, eventless ones last. */
export function transitionsOf(node: Node): AnyTransitionDefinition[]
/** Names a transition: where it starts, its event, and which of that event's it is. */
export function transitionId(transition: AnyTransitionDefinition): string
/** `xstate.done.actor.signIn` reads done(signIn), `xstate.after.heartbeat.auth…` after(heartbeat), no event always. */
export function eventLabel(type: string): string
/** The name of an action, guard or actor; one written in place has none. */
export function nameOf(part: unknown): string
/** A node's entry or exit actions without the timers that `after` adds. */
export function authored(actions: readonly unknown[]): unknown[]
