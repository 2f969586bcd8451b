import { useLocation } from 'react-router-dom'
import { loadedPage, type LoadPage } from './page'

/**
 * A page that the router has brought before it moved here; so no Suspense, and no fallback that flashes. Another address of the same
 * page starts it anew; another search of the same address does not.
 */
export function RouteScreen({ load }: { readonly load: LoadPage }) {
  const { pathname } = useLocation()
  const Screen = loadedPage(load)?.Screen
  return Screen === undefined ? null : <Screen key={pathname} />
}
