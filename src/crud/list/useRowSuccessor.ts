import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { AnyRow } from '../model/crudCalls'
import { rowOf } from './rowFocus'

/** When the row that last had the focus leaves the list with it, focuses the row in its place, or the last one. */
export function useRowSuccessor(list: RefObject<HTMLElement | null>, rows: readonly AnyRow[]): void {
  const focused = useRef<string | null>(null)
  const before = useRef(rows)
  useEffect(() => {
    const { current } = list
    const note = ({ target }: FocusEvent) => {
      focused.current = rowOf(target) ?? focused.current
    }
    current?.addEventListener('focusin', note)
    return () => current?.removeEventListener('focusin', note)
  }, [list])
  // A layout effect: `useKeptFocus` takes over whatever is left without the focus.
  useLayoutEffect(() => {
    const at = before.current.findIndex(({ id }) => id === focused.current)
    before.current = rows
    const isHere = at === -1 || rows.some(({ id }) => id === focused.current)
    const successor = rows[Math.min(at, rows.length - 1)]
    if (isHere || successor === undefined || document.activeElement !== document.body) return
    // A row that is not rendered is out of sight: the page must not jump there.
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${successor.id}"] a`)
    row?.focus({ preventScroll: true })
  }, [list, rows])
}
