import { useEffect, useMemo, useRef, useState } from 'react'
import type { AnyRow } from '../model/crudCalls'

export interface Selection {
  /** The rows selected one by one or by page; empty while everything is selected. */
  readonly rows: readonly AnyRow[]
  /** The number of matching rows when all of them are selected, on all pages; otherwise null. */
  readonly everything: number | null
  has(id: string): boolean
  /** Selects or deselects rows, on any page. */
  set(rows: readonly AnyRow[], on: boolean): void
  /** Selects all matching rows. */
  all(count: number): void
  /** Deselects rows that have been deleted. */
  drop(ids: readonly string[]): void
  clear(): void
}

interface SelectionState {
  /** The `matchKey` at the time of the selection. */
  readonly key: string
  readonly rows: ReadonlyMap<string, AnyRow>
  readonly everything: number | null
}

const none: ReadonlyMap<string, AnyRow> = new Map()

/**
 * The selection of a list across its pages; a new search or filter (`key`) clears it. Deselecting one row while everything is selected
 * leaves the other rows of its page (`page`) selected.
 */
export function useSelection(key: string, page: readonly AnyRow[]): Selection {
  const [state, setState] = useState<SelectionState>({ key, rows: none, everything: null })
  // Reset during rendering, so that no frame shows a selection that does not belong to the rows.
  if (state.key !== key) setState({ key, rows: none, everything: null })
  const shown = useRef(page)
  useEffect(() => {
    shown.current = page
  })
  const { rows, everything } = state
  return useMemo<Selection>(() => {
    const change = (work: (rows: Map<string, AnyRow>) => void) =>
      setState(({ key, rows, everything }) => {
        const next = new Map(everything === null ? rows : shown.current.map((row) => [row.id, row]))
        work(next)
        return { key, rows: next, everything: null }
      })
    return {
      rows: [...rows.values()],
      everything,
      has: (id) => everything !== null || rows.has(id),
      set: (some, on) => change((next) => some.forEach((row) => (on ? next.set(row.id, row) : next.delete(row.id)))),
      all: (count) => setState(({ key }) => ({ key, rows: none, everything: count })),
      drop: (ids) => change((next) => ids.forEach((id) => next.delete(id))),
      clear: () => setState(({ key }) => ({ key, rows: none, everything: null })),
    }
  }, [rows, everything])
}
