import { initialTransition, transition, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { transitionId } from '../support/session/chart'
import { createTable, type Row, type Step } from './table'

/** One case of a machine's table: every system takes it in every place where it can happen. `System`: drives a screen. */
export interface Case<Context, Event, System> extends Row {
  /**
   * Places where it can happen, by the machine's own addresses, such as `importing.sending`; for a machine with regions, of any of them.
   */
  readonly in: readonly string[]
  /** Further conditions. */
  readonly when?: (context: Context) => boolean
  /** The event that the machine receives; a function where it depends on the context. */
  readonly event: Event | Internal | ((context: Context) => Event | Internal)
  /** Words that the screen shows after it. */
  readonly says?: string | RegExp
  /** Causes the case on a screen; left out where no screen can: then only the bare actor takes it. */
  drive?(system: System): Promise<void>
}

/** An event that the machine's type leaves out: the answer of an actor it invoked, or the end of a delay. */
type Internal = ReturnType<typeof done> | ReturnType<typeof failed> | ReturnType<typeof after>

/** Makes the event of an actor's answer. */
export function done(id: string, output: unknown) {
  return { type: `xstate.done.actor.${id}`, output } as const
}

/** Makes the event of an actor's failure. */
export function failed(id: string, error: unknown) {
  return { type: `xstate.error.actor.${id}`, error } as const
}

/** Makes the event of a delay that ends in the state with this full id. */
export function after(delay: string, stateId: string) {
  return { type: `xstate.after.${delay}.${stateId}` } as const
}

/** A machine and its table, as an author writes them. */
interface FlowOptions<Context, Event, System> {
  readonly machine: AnyStateMachine
  /** The prefix of its tours' names. */
  readonly name: string
  readonly input?: object
  readonly cases: readonly Case<Context, Event, System>[]
  /** The part of the context that, besides the place, decides the next transitions. */
  readonly facts?: (context: Context) => string
}

/** The state of a tour. */
export interface FlowState {
  readonly snapshot: AnyMachineSnapshot
}

/** One step of a tour. */
export interface FlowStep<System> extends Step<Case<unknown, unknown, System>, FlowState> {
  readonly event: AnyEventObject
  readonly place: string
  /** Transitions that the event takes at once. */
  readonly taken: readonly string[]
  /** The step's effects, by name. */
  readonly effects: readonly string[]
}

/** A machine with its table, ready to be walked. */
export type Flow<System> = ReturnType<typeof flowOf<never, never, System>>

/** Makes a machine's tours from its table. */
export function flowOf<Context, Event, System>(options: FlowOptions<Context, Event, System>) {
  const { machine, name, input, facts = () => '' } = options
  // From here on, only the machine knows the types of its context and events.
  const cases = options.cases as readonly Case<unknown, unknown, System>[]
  const stanceOf = ({ snapshot }: FlowState) => {
    const more = facts(snapshot.context as Context)
    return more === '' ? placeOf(snapshot) : `${placeOf(snapshot)} (${more})`
  }

  function take(from: FlowState, move: Case<unknown, unknown, System>): FlowStep<System> {
    const { context } = from.snapshot
    const event = (typeof move.event === 'function' ? move.event(context) : move.event) as AnyEventObject
    const taken = machine.getTransitionData(from.snapshot, event).map(transitionId)
    const [snapshot, effects] = transition(machine, from.snapshot, event)
    return { move, from, to: { snapshot }, event, place: placeOf(snapshot), taken, effects: effects.flatMap(effectOf) }
  }

  const start: FlowState = { snapshot: initialTransition(machine, input)[0] }
  const tableOf = (rows: readonly Case<unknown, unknown, System>[]) =>
    createTable({
      name,
      rows,
      start,
      take,
      isPossible: ({ snapshot }, move) =>
        placesOf(snapshot).some((place) => move.in.includes(place)) && (move.when?.(snapshot.context) ?? true),
      keyOf: stanceOf,
      goalOf: ({ move, from, taken }) => [move.name, ...(taken.length > 0 ? taken : placesOf(from.snapshot))].join(' | '),
    })
  const table = tableOf(cases)
  /** The cases that can be caused on a screen. */
  const onScreen = tableOf(cases.filter(({ drive }) => drive !== undefined))

  /** The states and transitions of the chart that a screen can show. */
  function shownOnScreen(): ReadonlySet<string> {
    const steps = onScreen.allSteps()
    const places = [start, ...steps.map(({ to }) => to)].flatMap(({ snapshot }) => placesOf(snapshot))
    const states = places.flatMap((place) =>
      [machine.id, ...place.split('.')].map((_key, at, keys) => keys.slice(0, at + 1).join('.')),
    )
    return new Set([...states, ...steps.flatMap(({ taken }) => taken)])
  }

  /** Lists, for each place, the outcome of every case, also where it is not meant to happen: a reviewer must see when that changes. */
  function behaviour(): string {
    const states = [start, ...table.allSteps().map(({ to }) => to)]
    const rows = new Map<string, Set<string>>()
    for (const state of new Map(states.map((one) => [stanceOf(one), one])).values())
      for (const move of cases) {
        const { to, taken, effects } = take(state, move)
        const after = placesOf(to.snapshot)
        for (const [region, place] of placesOf(state.snapshot).entries()) {
          const isHeard = taken.some((id) => after.length === 1 || id.startsWith(`${machine.id}.${place.split('.')[0]}`))
          const does = effects.length > 0 ? ` / ${effects.join(', ')}` : ''
          const row = isHeard ? `${move.name} -> ${after[region]}${does}` : `does not hear: ${move.name}`
          rows.set(place, new Set([...(rows.get(place) ?? []), row]))
        }
      }
    return [...rows].map(([place, all]) => `${place}\n${[...all].map((row) => `  ${row}\n`).join('')}`).join('')
  }

  /** Tells the steps of a shortest way that ends with this step, in words. */
  const tell = ({ move, from }: FlowStep<System>): readonly string[] =>
    table
      .shortestWay(move.name, (state) => placeOf(state.snapshot) === placeOf(from.snapshot))
      .map((row) => table.rowOf(row).tell)
  return { machine, name, input, table, onScreen, shownOnScreen, behaviour, tell }
}

/** Returns a state's address, such as `importing.sending`; for a machine with regions, all their addresses. */
export function placeOf(snapshot: AnyMachineSnapshot): string {
  return placesOf(snapshot).join(' & ')
}

function placesOf({ _nodes: nodes, machine }: AnyMachineSnapshot): readonly string[] {
  const leaves = nodes.filter(({ type }) => type === 'atomic' || type === 'final')
  return inOrder(
    machine,
    leaves.map(({ id }) => id.slice(machine.id.length + 1)),
  )
}

/** Sorts the places of a machine's regions in the order of its file. */
export function inOrder(machine: AnyStateMachine, places: readonly string[]): readonly string[] {
  return places.toSorted((one, other) => regionOf(machine, one) - regionOf(machine, other))
}

/** Returns the index of a place's region in the file. */
function regionOf({ root }: AnyStateMachine, place: string): number {
  return Object.keys(root.states).indexOf(place.split('.')[0] ?? '')
}

/** Lists actions and emitted events by name, without the machine's own timers and actors. */
function effectOf({ type, params }: { type: string; params?: unknown }): string[] {
  if (type !== 'xstate.emit') return type.startsWith('xstate.') ? [] : [type]
  const { event } = params as { event: { type: string } }
  return [`emits ${event.type}`]
}
