import { useEffect, useState } from 'react'
import { Bell as BellIcon } from 'lucide-react'
import { useEnvironment } from '../../ui/environment/Environment'
import { Link } from '../../ui/controls/Link'
import { onDemand } from '../../ui/overlay/onDemand'

/** What the page shows comes first, ms. */
const AFTER_MS = 1000

// Without the number it is a way to the alerts.
const BellCount = onDemand(async () => (await import('./BellCount')).BellCount, { Failed: () => null })

/** Leads to the open alerts, and says how many there are once the page is there. */
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
