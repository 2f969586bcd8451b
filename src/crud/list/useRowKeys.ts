import type { RefObject } from 'react'
import { useSingleKeys } from '../../ui/environment/useSingleKeys'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { useEditRow } from '../model/useEditRow'
import { focusedRow, focusRow, neighbour } from './rowFocus'
import type { Selection } from './useSelection'

interface RowKeys {
  readonly area: AnyStandardArea
  readonly rows: readonly AnyRow[]
  readonly selection: Selection
  readonly frame: RefObject<HTMLElement | null>
  readonly searchRef: RefObject<HTMLInputElement | null>
}

/**
 * Keys: `/` searches, `j` and `k` move between rows, `x` selects the row, `e` edits it; Enter opens it because its link has the focus. Inactive
 * while typing, with Ctrl, Alt or ⌘, under a dialog or an open menu, and when switched off.
 */
export function useRowKeys({ area, rows, selection, frame, searchRef }: RowKeys): void {
  const edit = useEditRow(area)
  const move = (by: 1 | -1) => {
    const to = neighbour(
      rows.map(({ id }) => id),
      focusedRow(),
      by,
    )
    if (to !== undefined) focusRow(frame.current, to, true)
  }
  const row = () => rows.find(({ id }) => id === focusedRow())
  const select = (one: AnyRow | undefined) => one && selection.set([one], !selection.has(one.id))
  useSingleKeys({
    '/': () => searchRef.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    x: () => select(row()),
    e: () => edit(row()),
  })
}
