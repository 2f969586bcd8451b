import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * When the element of the returned ref is removed with the focus inside, focuses what `next` finds in the page's main part, instead of losing
 * the focus. Not on a touch screen, whose keyboard would open for a search field.
 */
export function useFocusHandover<Removed extends HTMLElement = HTMLDivElement>(next: string): RefObject<Removed | null> {
  const element = useRef<Removed>(null)
  useLayoutEffect(() => {
    const removed = element.current
    const main = removed?.closest('main')
    return () => {
      if (removed?.contains(document.activeElement) !== true || matchMedia('(pointer: coarse)').matches) return
      main?.querySelector<HTMLElement>(next)?.focus()
    }
  }, [next])
  return element
}
