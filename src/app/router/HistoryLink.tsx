import { createPath } from 'history'
import type { MouseEvent } from 'react'
import type { LinkProps } from '../../ui/Link'
import { useShown } from './Navigation'

/** The kit's link for the signed-out pages, which do without a router: a click goes through the history. */
export function HistoryLink({ href, external: _external, onClick, ...rest }: LinkProps) {
  const { history } = useShown()
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.()
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    if (currentTarget.getAttribute('href') !== createPath(history.location))
      history.push(withWayBack(href, history.location.search))
  }
  return <a {...rest} href={href} onClick={go} />
}

/** Whoever looks at another signed-out page on the way in still comes out where they wanted to go. */
function withWayBack(href: string, search: string): string {
  const returnUrl = new URLSearchParams(search).get('returnUrl')
  return returnUrl === null || href.includes('?') ? href : `${href}?returnUrl=${encodeURIComponent(returnUrl)}`
}
