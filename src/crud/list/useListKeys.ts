import { useEffect, useRef } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { isSingleKey, SINGLE_KEYS } from '../../ui/environment/keys'

/** What single keys do on a list. */
export interface ListKeys {
  search(): void
  /** To the next (1) or the previous (-1) row. */
  move(by: 1 | -1): void
  select(): void
  edit(): void
}

/** Single keys of a list; ignored while typing, with Ctrl, Alt or ⌘, under a dialog or an open menu, and when they are switched off. */
export function useListKeys(keys: ListKeys): void {
  const { keptStorage } = useEnvironment()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event) || keptStorage.get(SINGLE_KEYS) === 'off') return
      const { search, move, select, edit } = latest.current
      const acts: Readonly<Record<string, () => void>> = { '/': search, j: () => move(1), k: () => move(-1), x: select, e: edit }
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [keptStorage])
}
