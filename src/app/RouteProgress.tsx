import { useNavigation } from 'react-router-dom'

/** A thin bar while the next page's code is on its way, after a second. */
export function RouteProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="route-progress" role="progressbar" aria-label="Loading the page" />
}
