import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEnvironment } from '../../ui/environment/Environment'
import { isSingleKey, SINGLE_KEYS } from '../../ui/environment/keys'
import type { AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { editPath } from '../model/paths'
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
  const { browserStorage } = useEnvironment()
  const navigate = useNavigate()
  const move = (by: 1 | -1) => {
    const to = neighbour(
      rows.map(({ id }) => id),
      focusedRow(),
      by,
    )
    if (to !== undefined) focusRow(frame.current, to, true)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSingleKey(event) || browserStorage.get(SINGLE_KEYS) === 'off') return
    const row = rows.find(({ id }) => id === focusedRow())
    const acts: Readonly<Record<string, () => void>> = {
      '/': () => searchRef.current?.focus(),
      j: () => move(1),
      k: () => move(-1),
      x: () => row && selection.set([row], !selection.has(row.id)),
      e: () => row && offers(area, 'update', row) && void navigate(editPath(area.slug, row.id)),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
