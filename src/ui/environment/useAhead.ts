import { useEffect } from 'react'
import { useEnvironment } from './Environment'

/** Milliseconds after which what was asked for is painted and the network is free. */
const PAINTED_MS = 300

/** Fetches the code that is likely to be asked for next, a while after this screen is `ready`; never when the user saves data. */
export function useAhead(ready: boolean, bring: () => Promise<unknown>): void {
  const { later, savesData } = useEnvironment()
  useEffect(() => {
    if (!ready || savesData) return undefined
    // What does not come now is asked for again when it is needed.
    return later(PAINTED_MS, () => void bring().catch(() => undefined))
  }, [ready, savesData, later, bring])
}
