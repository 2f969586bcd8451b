import { useNavigation } from 'react-router-dom'

/** A thin bar that appears when the next page's code takes longer than a second. */
export function RouteProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="route-progress" role="progressbar" aria-label="Loading the page" />
}
