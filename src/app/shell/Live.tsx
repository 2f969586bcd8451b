import { useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { onDemand } from '../../ui/overlay/onDemand'

/** Milliseconds of delay, so that the page's own requests come first. */
const AFTER_MS = 1000

// The console works without it.
const LiveStatus = onDemand(async () => (await import('../live/LiveStatus')).LiveStatus, { Failed: () => null })

/** Loads the live updates once the page has loaded. */
export function Live() {
  const { later } = useEnvironment()
  const [due, setDue] = useState(false)
  useEffect(() => later(AFTER_MS, () => setDue(true)), [later])
  return due && <LiveStatus />
}
