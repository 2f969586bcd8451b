import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType, type RouteObject } from 'react-router-dom'
import { pagesAt } from './page'

/**
 * What a page load does for free and a single page must do itself: the document's title follows the heading, and after a navigation
 * the focus is on the heading and the page begins at its top, unless the screen has put both where the user left them.
 */
export function Arrival({ routes }: { readonly routes: RouteObject[] }) {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const arrivedAt = useRef(pathname)

  useEffect(() => {
    const retitle = () => {
      const heading = document.querySelector('main h1')?.textContent
      const title = heading ?? pagesAt(routes, pathname).at(-1)?.title
      document.title = title === undefined ? 'Frond' : `${title} · Frond`
    }
    retitle()
    const observer = new MutationObserver(retitle)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [routes, pathname])

  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    const main = document.querySelector('main')
    if (main === null || (document.activeElement !== main && main.contains(document.activeElement))) return
    const heading = main.querySelector<HTMLElement>('h1') ?? main
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    if (navigation !== 'POP') scrollTo(0, 0)
  }, [pathname, navigation])
  return null
}
