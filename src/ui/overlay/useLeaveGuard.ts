import { useCallback, useContext, useEffect, useRef } from 'react'
import { LeaveDialog } from './LeaveDialog'
import { LeaveGuardContext } from './LeaveGuard'

/** Asks before leaving the page while `dirty`. The returned function removes the guard at once, for leaving after a save. */
export function useLeaveGuard(dirty: boolean): () => void {
  const guard = useContext(LeaveGuardContext)
  const release = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!dirty) return undefined
    release.current = guard.hold(LeaveDialog)
    return release.current
  }, [dirty, guard])
  return useCallback(() => release.current(), [])
}
