import { useEffect, useRef } from 'react'
import { useShown } from './Navigation'

/**
 * What a page load does for free and a single page must do itself: the document's title follows the heading, and after a navigation
 * the focus is on the heading and the page begins at its top, unless the screen has put both where the user left them.
 */
export function Arrival() {
  const { location, action } = useShown()
  const { pathname } = location
  const arrivedAt = useRef(pathname)

  useEffect(() => {
    const retitle = () => {
      const heading = document.querySelector('main h1')?.textContent
      const title = heading ? `${heading} · Frond` : 'Frond'
      if (document.title !== title) document.title = title
    }
    retitle()
    const observer = new MutationObserver(retitle)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    const main = document.querySelector('main')
    if (main === null || (document.activeElement !== main && main.contains(document.activeElement))) return
    const heading = main.querySelector<HTMLElement>('h1') ?? main
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    if (action !== 'POP') scrollTo(0, 0)
  }, [pathname, action])
  return null
}
