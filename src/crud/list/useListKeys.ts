import { useEffect, useRef } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { isSingleKey, SINGLE_KEYS } from '../../ui/environment/keys'

/** Actions of the list's single-key shortcuts. */
export interface ListKeys {
  search(): void
  /** Moves to the next (1) or the previous (-1) row. */
  move(by: 1 | -1): void
  select(): void
  edit(): void
}

/** Single-key shortcuts of a list; inactive while typing, with Ctrl, Alt or ⌘, under a dialog or an open menu, and when switched off. */
export function useListKeys(keys: ListKeys): void {
  const { browserStorage } = useEnvironment()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event) || browserStorage.get(SINGLE_KEYS) === 'off') return
      const { search, move, select, edit } = latest.current
      const acts: Readonly<Record<string, () => void>> = { '/': search, j: () => move(1), k: () => move(-1), x: select, e: edit }
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [browserStorage])
}
