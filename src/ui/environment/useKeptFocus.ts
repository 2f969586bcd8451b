import { useEffect } from 'react'

/** When the focused element is removed from the page, focuses the heading of what it stood in, instead of losing the focus. */
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
      const from = changes.find(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(lost)))?.target
      // A toast stands in the open dialog, and has no heading.
      const place = from instanceof Element && from.isConnected ? from.closest('section:not(.toasts), dialog') : null
      const heading = place?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1')
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
