import { useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'

/** Milliseconds of delay. */
const DELAY_MS = 1000

/** False at first, true after a second, so that the page's own requests come first. */
export function useDelayed(): boolean {
  const { later } = useEnvironment()
  const [isDue, setDue] = useState(false)
  useEffect(() => later(DELAY_MS, () => setDue(true)), [later])
  return isDue
}
