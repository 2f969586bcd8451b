import { useEffect, useRef } from 'react'
import { ScrollRestoration, useLocation } from 'react-router-dom'

/**
 * Does for a single-page app what a page load does by itself: sets the document's title to the heading, and moves the focus to the heading
 * after a navigation, unless the screen has restored it. The router restores the scroll position.
 */
export function Arrival() {
  const { pathname } = useLocation()
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
    ;(main.querySelector<HTMLElement>('h1') ?? main).focus({ preventScroll: true })
  }, [pathname])
  return <ScrollRestoration />
}
