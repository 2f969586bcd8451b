import { useLayoutEffect, type RefObject } from 'react'

/**
 * When an element is removed with the focus inside, focuses what `next` finds in the page's main part, instead of losing the focus. Not on
 * a touch screen, whose keyboard would open for a search field.
 */
export function useFocusHandover(element: RefObject<HTMLElement | null>, next: string): void {
  useLayoutEffect(() => {
    const removed = element.current
    const main = removed?.closest('main')
    return () => {
      if (removed?.contains(document.activeElement) !== true || matchMedia('(pointer: coarse)').matches) return
      main?.querySelector<HTMLElement>(next)?.focus()
    }
  }, [element, next])
}
