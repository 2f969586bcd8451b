import { useEffect } from 'react'
import { useEnvironment } from './Environment'

/** Milliseconds after which the screen is painted and the network is idle. */
const PAINTED_MS = 300

/** Prefetches code that is likely to be needed next, shortly after this screen is `ready`; not in data-saving mode. */
export function usePrefetchCode(ready: boolean, load: () => Promise<unknown>): void {
  const { later, savesData } = useEnvironment()
  useEffect(() => {
    if (!ready || savesData) return undefined
    // A failed prefetch is requested again when it is needed.
    return later(PAINTED_MS, () => void load().catch(() => undefined))
  }, [ready, savesData, later, load])
}
