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

/** What a table of cases is: its rows, where it begins, and what taking a row does. */
interface TableOptions<R extends Row, S, T extends Step<R, S>> {
  /** What its tours are called. */
  readonly name: string
  readonly rows: readonly R[]
  readonly start: S
  isPossible(state: S, row: R): boolean
  take(state: S, row: R): T
  /** Two states with the same key let the same rows be taken, with the same outcome. */
  keyOf(state: S): string
  /** What a tour has to have done: steps of the same goal count as one. */
  goalOf(step: T): string
}

/** Walks a table of cases: finds every step that it allows, shortest ways, and tours that take them all. */
export function createTable<R extends Row, S, T extends Step<R, S>>(table: TableOptions<R, S, T>) {
  const { name, rows, start, isPossible, take, keyOf, goalOf } = table
  // The table as a machine of its own, for the graph functions.
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

  /** Every step that the table allows, in every state that can be reached. */
  function allSteps(): readonly T[] {
    return adjacencyMapToArray(getAdjacencyMap(logic, options)).map(({ state, event }) => take(state.context, rowOf(event.type)))
  }

  /** The rows of a shortest way that ends with this one, taken in a state that `isThere` accepts. */
  function shortestWay(called: string, isThere: (state: S) => boolean = () => true): readonly string[] {
    const row = rowOf(called)
    const toState = ({ context }: { context: S }) => isPossible(context, row) && isThere(context)
    const [shortest] = getShortestPaths(logic, { ...options, toState }).toSorted((a, b) => a.weight - b.weight)
    const before = shortest?.steps.map(({ event }) => event.type).filter((type) => type !== 'xstate.init') ?? []
    return [...before, called]
  }

  /** A tour that takes these rows. */
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

  /** Few long tours that together take every row, in every place where it can happen. */
  function planTours(seed: number, longest: number): readonly Tour<T>[] {
    const edges = allSteps().map((step) => ({ from: keyOf(step.from), to: keyOf(step.to), goal: goalOf(step), step }))
    return planWalks(keyOf(start), edges, seed, longest).map((walk, at) =>
      // What the graph found a step by stands for many: taken again, from the start, the steps are exact.
      tourOf(
        `${name}-${at + 1}`,
        walk.map(({ step }) => step.move.name),
      ),
    )
  }
  return { has: (called: string) => rows.some((row) => row.name === called), rowOf, allSteps, shortestWay, tourOf, planTours }
}
