import { Bell as BellIcon } from 'lucide-react'
import { Link } from '../../ui/controls/Link'
import { onDemand } from '../../ui/overlay/onDemand'
import { useDelayed } from './useDelayed'

// Without the count it is still a link to the alerts.
const BellCount = onDemand(async () => (await import('./BellCount')).BellCount, { Failed: () => null })

/** Links to the open alerts, and shows their count after the page's own requests. */
export function Bell() {
  const isDue = useDelayed()
  return (
    <Link
      href="/pages/alerts?status=open&snoozed=false"
      className="btn btn-ghost btn-md btn-square top-bell"
      data-tip="Open alerts"
    >
      <BellIcon className="btn-icon" aria-hidden="true" />
      <span className="sr-only">Open alerts</span>
      {isDue && <BellCount />}
    </Link>
  )
}
