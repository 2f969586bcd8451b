import { useContext, useLayoutEffect } from 'react'
import { LeaveDialog } from './LeaveDialog'
import { LeaveGuardContext, type AskToLeave } from './leaveScope'

/** Asks before leaving the page while `dirty`. */
export function useLeaveGuard(dirty: boolean, Ask: AskToLeave = LeaveDialog): void {
  const guard = useContext(LeaveGuardContext)
  // A layout effect: the next click, such as on a link, must find it.
  useLayoutEffect(() => (dirty ? guard.hold(Ask) : undefined), [dirty, guard, Ask])
}
