import { useContext, useEffect } from 'react'
import { LeaveDialog } from './LeaveDialog'
import { LeaveGuardContext, type AskToLeave } from './LeaveGuard'

/** Asks before leaving the page while `dirty`. */
export function useLeaveGuard(dirty: boolean, Ask: AskToLeave = LeaveDialog): void {
  const guard = useContext(LeaveGuardContext)
  useEffect(() => (dirty ? guard.hold(Ask) : undefined), [dirty, guard, Ask])
}
