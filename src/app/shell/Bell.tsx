import { Bell as BellIcon } from 'lucide-react'
import { LinkButton } from '../../ui/controls/Button'
import { onDemand } from '../../ui/overlay/onDemand'
import { useDelayed } from './useDelayed'

// Without the count it is still a link to the alerts.
const BellCount = onDemand(async () => (await import('./BellCount')).BellCount, { Failed: () => null })

/** Links to the open alerts, and shows their count after the page's own requests. */
export function Bell() {
  const isDue = useDelayed()
  return (
    <LinkButton
      variant="ghost"
      href="/pages/alerts?status=open&snoozed=false"
      className="btn-square top-bell"
      icon={BellIcon}
      data-tip="Open alerts"
    >
      <span className="sr-only">Open alerts</span>
      {isDue && <BellCount />}
    </LinkButton>
  )
}
