import { useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'

/** Milliseconds of delay, so that the page's own requests come first. */
const DELAY_MS = 1000

/** False at first, true once the page has loaded. */
export function useAfterLoad(): boolean {
  const { later } = useEnvironment()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => later(DELAY_MS, () => setLoaded(true)), [later])
  return isLoaded
}
