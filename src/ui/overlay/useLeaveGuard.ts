import { useContext, useEffect } from 'react'
import { LeaveDialog } from './LeaveDialog'
import { LeaveGuardContext } from './LeaveGuard'

/** Asks before leaving the page while `dirty`. */
export function useLeaveGuard(dirty: boolean): void {
  const guard = useContext(LeaveGuardContext)
  useEffect(() => (dirty ? guard.hold(LeaveDialog) : undefined), [dirty, guard])
}
