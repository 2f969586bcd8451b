import { useEffect, useRef } from 'react'

/** What single keys do on a list. */
export interface ListKeys {
  search(): void
  /** To the next (1) or the previous (-1) row. */
  move(by: 1 | -1): void
  select(): void
  edit(): void
}

/** Single keys of a list; ignored while typing, with Ctrl, Alt or ⌘, and under a dialog or an open menu. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered())
        return
      const { search, move, select, edit } = latest.current
      const acts: Readonly<Record<string, () => void>> = { '/': search, j: () => move(1), k: () => move(-1), x: select, e: edit }
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Typing goes to the field; a checkbox takes no text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}

function isCovered(): boolean {
  return document.querySelector('dialog[open], [role="menu"]:focus-within') !== null
}
