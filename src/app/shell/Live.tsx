import { onDemand } from '../../ui/overlay/onDemand'
import { useAfterLoad } from './useAfterLoad'

// The console works without it.
const LiveStatus = onDemand(async () => (await import('../live/LiveStatus')).LiveStatus, { Failed: () => null })

/** Loads the live updates once the page has loaded. */
export function Live() {
  return useAfterLoad() && <LiveStatus />
}
