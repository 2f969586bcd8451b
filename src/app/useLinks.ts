import { useEffect, useEffectEvent } from 'react'
import { createPath, useLocation, useNavigate, type Location } from 'react-router-dom'

/**
 * Follows the kit's links through the router. One listener serves all of them, because a list has hundreds, and each of the router's own
 * links would re-render at every navigation. Leaves clicks that open another tab or window to the browser.
 */
export function useLinks(): void {
  const navigate = useNavigate()
  const location = useLocation()
  const follow = useEffectEvent((event: MouseEvent) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    const href = target instanceof Element ? target.closest('a[data-route]')?.getAttribute('href') : null
    if (href == null) return
    event.preventDefault()
    const to = withWayBack(href, location)
    void navigate(to, { replace: to === createPath(location) })
  })
  useEffect(() => {
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}

/** Keeps the return address when the user opens another signed-out page before signing in. */
function withWayBack(href: string, { pathname, search }: Location): string {
  const returnUrl = pathname.startsWith('/pages/') ? null : new URLSearchParams(search).get('returnUrl')
  return returnUrl === null || href.includes('?') ? href : `${href}?returnUrl=${encodeURIComponent(returnUrl)}`
}
