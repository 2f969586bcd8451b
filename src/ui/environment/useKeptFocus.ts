import { useEffect } from 'react'

/**
 * When the focused element is removed from the page, focuses the heading of the section or dialog that it stood in, else of what stood before
 * it, else of the page, instead of losing the focus.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Node | null = null
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Node ? target : null
    }
    // Chromium also reports that a removed element loses the focus: only one that is still there was left by the user.
    const onBlur = () =>
      queueMicrotask(() => {
        if (focused?.isConnected === true && document.activeElement === document.body) focused = null
      })
    const observer = new MutationObserver((changes) => {
      const lost = focused
      if (lost === null || lost.isConnected || document.activeElement !== document.body) return
      focused = null
      const removal = changes.find(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(lost)))
      // A toast stands in the open dialog, and has no heading.
      const inside = (removal?.target as Element | undefined)?.closest('section:not(.toasts), dialog')
      const place = inside ?? removal?.previousSibling
      const heading =
        (place instanceof Element && place.isConnected ? place.querySelector<HTMLElement>('h1, h2, h3') : null) ??
        document.querySelector<HTMLElement>('main h1')
      if (heading === null) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      observer.disconnect()
    }
  }, [])
}
