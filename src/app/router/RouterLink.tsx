import { Link } from 'react-router-dom'
import type { LinkProps } from '../../ui/Link'

/** The kit's link for the signed-in area, through the router. */
export function RouterLink({ href, external: _external, ...rest }: LinkProps) {
  return <Link {...rest} to={href} />
}
