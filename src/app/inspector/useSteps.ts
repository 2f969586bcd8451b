import { useEffect } from 'react'
import type { SeenActor } from './actors'
import type { Entry } from './messages'

/** The inspector's position in an actor's past. Moving it only changes the display. */
export interface Steps {
  readonly entries: readonly Entry[]
  readonly entry: Entry | undefined
  /** Index of the entry, from 0. */
  readonly place: number
  /** Whether it follows new steps. */
  readonly isLive: boolean
  /** Moves to an index; the last one of an open actor is live. */
  readonly goTo: (place: number) => void
}

/**
 * An actor's steps, and the arrow keys that move among them. `at` is the selected entry's number; null: the newest, also of those to come,
 * which a closed actor does not have.
 */
export function useSteps(
  actor: Pick<SeenActor, 'entries' | 'isOpen'> | undefined,
  at: number | null,
  setAt: (at: number | null) => void,
): Steps {
  const { entries, isOpen } = actor ?? { entries: [], isOpen: false }
  const last = entries.length - 1
  const found = at === null ? last : entries.findIndex(({ n }) => n >= at)
  const place = found === -1 ? last : found
  const goTo = (to: number) => setAt(isOpen && to >= last ? null : (entries[Math.min(Math.max(to, 0), last)]?.n ?? null))

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

/** Left and right work everywhere except where they have another function, up and down only in the log. */
function placeOfKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, place: number, last: number): number | null {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return null
  const inLog = target.closest('.in-log') !== null
  if (!inLog && target.closest('select, input, [data-scrolls]') !== null) return null
  if (key === 'ArrowLeft' || (inLog && key === 'ArrowUp')) return place - 1
  if (key === 'ArrowRight' || (inLog && key === 'ArrowDown')) return place + 1
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
