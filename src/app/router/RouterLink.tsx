import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { LinkProps } from '../../ui/Link'

/**
 * The kit's link for the signed-in area, through the router. Made of the hooks that the router's own link is made of: that one also
 * fetches pages ahead for routes with loaders, which the console has none of.
 */
export function RouterLink({ href, external: _external, onClick, ...rest }: LinkProps) {
  const go = useLinkClickHandler(href)
  return (
    <a
      {...rest}
      href={useHref(href)}
      onClick={(event) => {
        onClick?.()
        if (!event.defaultPrevented) go(event)
      }}
    />
  )
}
