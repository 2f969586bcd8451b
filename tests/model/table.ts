import { fromTransition } from 'xstate'
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths } from 'xstate/graph'
import { planWalks } from './walks'

/** A case of a table: its name, and what happens in words. */
export interface Row {
  readonly name: string
  readonly tell: string
}

/** A row taken from one state to the next. */
export interface Step<R extends Row, S> {
  readonly move: R
  readonly from: S
  readonly to: S
}

export interface Tour<T> {
  readonly name: string
  readonly steps: readonly T[]
}

/** A table of cases: its rows, its start, and what taking a row does. */
interface TableOptions<R extends Row, S, T extends Step<R, S>> {
  /** The prefix of its tours' names. */
  readonly name: string
  readonly rows: readonly R[]
  readonly start: S
  isPossible(state: S, row: R): boolean
  take(state: S, row: R): T
  /** States with the same key allow the same rows, with the same outcomes. */
  keyOf(state: S): string
  /** A step's goal: a tour must take one of the steps with the same goal. */
  goalOf(step: T): string
}

/** Walks a table of cases: finds every step that it allows, shortest ways, and tours that take them all. */
export function createTable<R extends Row, S, T extends Step<R, S>>(table: TableOptions<R, S, T>) {
  const { name, rows, start, isPossible, take, keyOf, goalOf } = table
  // Describes the table as a machine, for the graph functions.
  const logic = fromTransition((state: S, { type }: { type: string }) => take(state, rowOf(type)).to, start)
  const options = {
    events: ({ context }: { context: S }) => rows.filter((row) => isPossible(context, row)).map((row) => ({ type: row.name })),
    serializeState: ({ context }: { context: S }) => keyOf(context),
  }

  function rowOf(called: string): R {
    const row = rows.find((one) => one.name === called)
    if (row === undefined) throw new Error(`There is no case "${called}" in tests/model`)
    return row
  }

  /** Lists every step that the table allows, in every reachable state. */
  function allSteps(): readonly T[] {
    return adjacencyMapToArray(getAdjacencyMap(logic, options)).map(({ state, event }) => take(state.context, rowOf(event.type)))
  }

  /** Lists the rows of a shortest way that ends with this row, taken in a state that `isThere` accepts. */
  function shortestWay(called: string, isThere: (state: S) => boolean = () => true): readonly string[] {
    const row = rowOf(called)
    const toState = ({ context }: { context: S }) => isPossible(context, row) && isThere(context)
    const [shortest] = getShortestPaths(logic, { ...options, toState }).toSorted((a, b) => a.weight - b.weight)
    const before = shortest?.steps.map(({ event }) => event.type).filter((type) => type !== 'xstate.init') ?? []
    return [...before, called]
  }

  /** Makes a tour from these rows. */
  function tourOf(called: string, way: readonly string[]): Tour<T> {
    const steps: T[] = []
    for (const row of way) {
      const from = steps.at(-1)?.to ?? start
      const move = rowOf(row)
      if (!isPossible(from, move)) throw new Error(`"${row}" cannot happen in ${keyOf(from)}`)
      steps.push(take(from, move))
    }
    return { name: called, steps }
  }

  /** Plans a few long tours that together take every row in every place where it can happen. */
  function planTours(seed: number, longest: number): readonly Tour<T>[] {
    const edges = allSteps().map((step) => ({ from: keyOf(step.from), to: keyOf(step.to), goal: goalOf(step), step }))
    return planWalks(keyOf(start), edges, seed, longest).map((walk, at) =>
      // A step of the graph stands for many; taking the rows again from the start gives the exact ones.
      tourOf(
        `${name}-${at + 1}`,
        walk.map(({ step }) => step.move.name),
      ),
    )
  }

  /** Plans a tour for every step: the shortest way that ends with it. A way that begins another one is no tour of its own. */
  function shortestTours(): readonly Tour<T>[] {
    const ways = getShortestPaths(logic, options).flatMap(({ state, steps }) => {
      const before = steps.map(({ event }) => event.type).filter((type) => type !== 'xstate.init')
      return options.events(state).map(({ type }) => [...before, type])
    })
    const begun = new Set(ways.map((way) => way.slice(0, -1).join('\n')))
    return ways.filter((way) => !begun.has(way.join('\n'))).map((way, at) => tourOf(`${name}-shortest-${at + 1}`, way))
  }
  const has = (called: string) => rows.some((row) => row.name === called)
  return { has, rowOf, allSteps, shortestWay, tourOf, planTours, shortestTours }
}
