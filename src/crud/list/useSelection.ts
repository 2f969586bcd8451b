import { useCallback, useMemo, useState } from 'react'
import type { AnyRow } from '../crudSlice'

export interface Selection {
  readonly rows: readonly AnyRow[]
  has(id: string): boolean
  /** Adds or takes away rows; on any page. */
  set(rows: readonly AnyRow[], on: boolean): void
  drop(ids: readonly string[]): void
  clear(): void
}

interface Picked {
  /** What the list matched when the rows were picked. */
  readonly key: string
  readonly rows: ReadonlyMap<string, AnyRow>
}

/** Rows picked from a list, over all its pages; another search or filter (`key`) is another list, with nothing picked. */
export function useSelection(key: string): Selection {
  const [picked, setPicked] = useState<Picked>({ key, rows: new Map() })
  // While drawing, so that not even one frame shows rows picked that the user no longer sees.
  if (picked.key !== key) setPicked({ key, rows: new Map() })
  const change = useCallback(
    (work: (rows: Map<string, AnyRow>) => void) =>
      setPicked((before) => {
        const rows = new Map(before.rows)
        work(rows)
        return { ...before, rows }
      }),
    [],
  )
  const set = useCallback(
    (some: readonly AnyRow[], on: boolean) =>
      change((next) => some.forEach((row) => (on ? next.set(row.id, row) : next.delete(row.id)))),
    [change],
  )
  const drop = useCallback((ids: readonly string[]) => change((next) => ids.forEach((id) => next.delete(id))), [change])
  const clear = useCallback(() => change((next) => next.clear()), [change])
  const { rows } = picked
  return useMemo(
    () => ({ rows: [...rows.values()], has: (id: string) => rows.has(id), set, drop, clear }),
    [rows, set, drop, clear],
  )
}
