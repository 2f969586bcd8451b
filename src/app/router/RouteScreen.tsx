import { useLocation } from 'react-router-dom'
import type { LoadScreen } from '../../crud/area'
import { loadedScreen } from './screens'

interface Props {
  readonly load: LoadScreen
}

/**
 * A page that the router has brought before it moved here; so no Suspense, and no fallback that flashes. Another address of the same
 * page starts it anew; another search of the same address does not.
 */
export function PageScreen({ load }: Props) {
  const { pathname } = useLocation()
  const Screen = loadedScreen(load)
  return Screen === undefined ? null : <Screen key={pathname} />
}

/** A page that stands around others and stays while they change. */
export function FrameScreen({ load }: Props) {
  const Screen = loadedScreen(load)
  return Screen === undefined ? null : <Screen />
}
