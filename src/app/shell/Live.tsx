import { useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { onDemand } from '../../ui/overlay/onDemand'

/** What the page shows comes first, ms. */
const AFTER_MS = 1000

// Without its code the console works all the same.
const LiveStatus = onDemand(async () => (await import('../live/LiveStatus')).LiveStatus, { Failed: () => null })

/** Brings what keeps the page up to date, once the page is there. */
export function Live() {
  const { later } = useEnvironment()
  const [due, setDue] = useState(false)
  useEffect(() => later(AFTER_MS, () => setDue(true)), [later])
  return due && <LiveStatus />
}
