import { useEffect } from 'react'
import type { Entry } from './wire'

/** Where in an actor's past the inspector stands. Going about in it changes the picture only. */
export interface Steps {
  readonly entries: readonly Entry[]
  readonly entry: Entry | undefined
  /** The place of the entry, from 0. */
  readonly place: number
  /** Follows what happens. */
  readonly isLive: boolean
  /** Goes to a place; the last one is live. */
  readonly goTo: (place: number) => void
}

/** The steps of an actor, and the arrow keys that walk them. `at` is the number of the entry that is looked at; null: the newest. */
export function useSteps(entries: readonly Entry[], at: number | null, setAt: (at: number | null) => void): Steps {
  const last = entries.length - 1
  const found = at === null ? last : entries.findIndex(({ n }) => n >= at)
  const place = found === -1 ? last : found
  const goTo = (to: number) => setAt(to >= last ? null : (entries[Math.max(to, 0)]?.n ?? null))

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = placeOfKey(event, place, last)
      if (to === null) return
      event.preventDefault()
      goTo(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return { entries, entry: entries[place], place, isLive: at === null, goTo }
}

/** Left and right anywhere but where they move something else, up and down in the log. */
function placeOfKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, place: number, last: number): number | null {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return null
  const inLog = target.closest('.in-log') !== null
  if (!inLog && target.closest('select, input, [data-scrolls]') !== null) return null
  if (key === 'ArrowLeft' || (inLog && key === 'ArrowUp')) return place - 1
  if (key === 'ArrowRight' || (inLog && key === 'ArrowDown')) return place + 1
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
