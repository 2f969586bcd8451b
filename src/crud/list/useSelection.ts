import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnyRow } from '../model/crudSlice'

export interface Selection {
  /** The rows picked one by one or by page; empty while everything is picked. */
  readonly rows: readonly AnyRow[]
  /** All that match are picked, on pages never seen too: how many they were said to be. */
  readonly everything: number | null
  has(id: string): boolean
  /** Adds or takes away rows; on any page. */
  set(rows: readonly AnyRow[], on: boolean): void
  /** Picks all that match. */
  all(count: number): void
  drop(ids: readonly string[]): void
  clear(): void
}

interface Picked {
  /** What the list matched when the rows were picked. */
  readonly key: string
  readonly rows: ReadonlyMap<string, AnyRow>
  readonly everything: number | null
}

const none: ReadonlyMap<string, AnyRow> = new Map()

/**
 * Rows picked from a list, over all its pages; another search or filter (`key`) is another list, with nothing picked. Of everything, one
 * taken away leaves the others of its page (`page`).
 */
export function useSelection(key: string, page: readonly AnyRow[]): Selection {
  const [picked, setPicked] = useState<Picked>({ key, rows: none, everything: null })
  // While drawing, so that not even one frame shows rows picked that the user no longer sees.
  if (picked.key !== key) setPicked({ key, rows: none, everything: null })
  const shown = useRef(page)
  useEffect(() => {
    shown.current = page
  })
  const change = useCallback(
    (work: (rows: Map<string, AnyRow>) => void) =>
      setPicked(({ key, rows, everything }) => {
        const next = new Map(everything === null ? rows : shown.current.map((row) => [row.id, row]))
        work(next)
        return { key, rows: next, everything: null }
      }),
    [],
  )
  const set = useCallback(
    (some: readonly AnyRow[], on: boolean) =>
      change((next) => some.forEach((row) => (on ? next.set(row.id, row) : next.delete(row.id)))),
    [change],
  )
  const all = useCallback((count: number) => setPicked(({ key }) => ({ key, rows: none, everything: count })), [])
  const drop = useCallback((ids: readonly string[]) => change((next) => ids.forEach((id) => next.delete(id))), [change])
  const clear = useCallback(() => setPicked(({ key }) => ({ key, rows: none, everything: null })), [])
  const { rows, everything } = picked
  return useMemo(
    () => ({
      rows: [...rows.values()],
      everything,
      has: (id: string) => everything !== null || rows.has(id),
      set,
      all,
      drop,
      clear,
    }),
    [rows, everything, set, all, drop, clear],
  )
}
