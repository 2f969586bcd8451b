import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import { LeaveGuardContext, type AskToLeave, type Guard } from '../ui/overlay/leaveScope'

interface Props {
  /** Whether the session has ended, so that no question is needed. */
  readonly isOver: () => boolean
  readonly children: ReactNode
}

/** Asks before unsaved changes are lost, however the user leaves. */
export function LeaveGuardProvider({ isOver, children }: Props) {
  const holders = useRef(new Map<symbol, AskToLeave>())
  const [Ask, setAsk] = useState<AskToLeave | null>(null)
  const [confirming, setConfirming] = useState<((leave: boolean) => void) | null>(null)
  const blocker = useBlocker(
    // Where only the query changes, the page stays, and with it what was typed; but each query of a new row's page is another form.
    ({ currentLocation: from, nextLocation: to }) =>
      holders.current.size > 0 &&
      !isOver() &&
      (from.pathname !== to.pathname || (to.pathname.endsWith('/new') && from.search !== to.search)),
  )
  useBeforeUnload(
    useCallback((event) => {
      if (holders.current.size > 0) event.preventDefault()
    }, []),
  )

  const guard = useMemo<Guard>(() => {
    // While a question is open and nothing is unsaved any more, it stays until it is answered.
    const askForLast = () => setAsk((before: AskToLeave | null) => [...holders.current.values()].at(-1) ?? before)
    return {
      hold(Asking) {
        const holder = Symbol('unsaved')
        holders.current.set(holder, Asking)
        askForLast()
        return () => {
          holders.current.delete(holder)
          askForLast()
        }
      },
      confirm: () =>
        holders.current.size === 0
          ? Promise.resolve(true)
          : new Promise((resolve) =>
              setConfirming((before: ((leave: boolean) => void) | null) => {
                before?.(false)
                return resolve
              }),
            ),
    }
  }, [])

  const answer = (leave: boolean) => {
    if (leave) holders.current.clear()
    confirming?.(leave)
    setConfirming(null)
    if (blocker.state === 'blocked') (leave ? blocker.proceed : blocker.reset)()
  }
  const isAsking = confirming !== null || blocker.state === 'blocked'
  return (
    <LeaveGuardContext value={guard}>
      {children}
      {isAsking && Ask !== null && <Ask onAnswer={answer} />}
    </LeaveGuardContext>
  )
}
