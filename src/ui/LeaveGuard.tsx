import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { LeaveDialog } from './LeaveDialog'

/** A navigation that was stopped; `retry` makes it after all. */
export interface Departure {
  retry(): void
}

/** Stops navigations until the answer is called; each stopped one is handed to `ask`. The router's history provides it. */
export type BlockNavigation = (ask: (departure: Departure) => void) => () => void

interface Guard {
  /** Stops navigations until the answer is called. */
  hold(): () => void
  /** True at once when nothing is unsaved, else what the user answers. */
  confirm(): Promise<boolean>
}

const openGuard: Guard = { hold: () => () => undefined, confirm: () => Promise.resolve(true) }
const LeaveGuardContext = createContext<Guard>(openGuard)

/** Asks before unsaved changes are left behind, whichever way the user leaves. */
export function LeaveGuardProvider({ block, children }: { readonly block: BlockNavigation; readonly children: ReactNode }) {
  const holders = useRef(new Set<symbol>())
  const unblock = useRef<(() => void) | null>(null)
  const pending = useRef<((leave: boolean) => void) | null>(null)
  const [asking, setAsking] = useState(false)

  const guard = useMemo<Guard>(() => {
    const letGo = () => {
      holders.current.clear()
      unblock.current?.()
      unblock.current = null
    }
    const ask = () =>
      new Promise<boolean>((resolve) => {
        pending.current?.(false)
        pending.current = (leave) => {
          if (leave) letGo()
          resolve(leave)
        }
        setAsking(true)
      })
    return {
      hold() {
        const holder = Symbol('unsaved')
        holders.current.add(holder)
        unblock.current ??= block((departure) => void ask().then((leave) => leave && departure.retry()))
        return () => {
          holders.current.delete(holder)
          if (holders.current.size === 0) letGo()
        }
      },
      confirm: () => (holders.current.size === 0 ? Promise.resolve(true) : ask()),
    }
  }, [block])

  const answer = (leave: boolean) => {
    setAsking(false)
    pending.current?.(leave)
    pending.current = null
  }
  return (
    <LeaveGuardContext value={guard}>
      {children}
      {asking && <LeaveDialog onAnswer={answer} />}
    </LeaveGuardContext>
  )
}

/** While `dirty`, leaving the page asks first. The answer takes the guard down at once, for leaving after a save. */
export function useLeaveGuard(dirty: boolean): () => void {
  const guard = useContext(LeaveGuardContext)
  const release = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!dirty) return undefined
    release.current = guard.hold()
    return release.current
  }, [dirty, guard])
  return useCallback(() => release.current(), [])
}

/** For what ends the page without navigating, such as signing out: resolves to false when the user would rather stay. */
export function useConfirmLeave(): () => Promise<boolean> {
  return useContext(LeaveGuardContext).confirm
}
