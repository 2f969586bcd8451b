import { useEffect, useState } from 'react'
import { Bell as BellIcon } from 'lucide-react'
import { useEnvironment } from '../../ui/environment/Environment'
import { Link } from '../../ui/controls/Link'
import { onDemand } from '../../ui/overlay/onDemand'

/** Milliseconds of delay, so that the page's own requests come first. */
const AFTER_MS = 1000

// Without the count it is still a link to the alerts.
const BellCount = onDemand(async () => (await import('./BellCount')).BellCount, { Failed: () => null })

/** Links to the open alerts, and shows their count once the page has loaded. */
export function Bell() {
  const { later } = useEnvironment()
  const [due, setDue] = useState(false)
  useEffect(() => later(AFTER_MS, () => setDue(true)), [later])
  return (
    <Link
      href="/pages/alerts?status=open&snoozed=false"
      className="btn btn-ghost btn-md btn-square top-bell"
      data-tip="Open alerts"
    >
      <BellIcon className="btn-icon" aria-hidden="true" />
      <span className="sr-only">Open alerts</span>
      {due && <BellCount />}
    </Link>
  )
}
