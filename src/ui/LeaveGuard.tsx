import { createContext, useContext, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'

/** A navigation that was stopped; `retry` makes it after all. */
export interface Departure {
  retry(): void
}

/** Stops navigations until the answer is called; each stopped one is handed to `ask`. The router's history provides it. */
export type BlockNavigation = (ask: (departure: Departure) => void) => () => void

/** What asks whether unsaved changes may be left behind. */
export type AskToLeave = ComponentType<{ readonly onAnswer: (leave: boolean) => void }>

interface Guard {
  /** Stops navigations until the answer is called; `Ask` is what asks then. Whoever has something to lose brings it. */
  hold(Ask: AskToLeave): () => void
  /** True at once when nothing is unsaved, else what the user answers. */
  confirm(): Promise<boolean>
}

const openGuard: Guard = { hold: () => () => undefined, confirm: () => Promise.resolve(true) }
export const LeaveGuardContext = createContext<Guard>(openGuard)

/** Asks before unsaved changes are left behind, whichever way the user leaves. */
export function LeaveGuardProvider({ block, children }: { readonly block: BlockNavigation; readonly children: ReactNode }) {
  const holders = useRef(new Set<symbol>())
  const unblock = useRef<(() => void) | null>(null)
  const pending = useRef<((leave: boolean) => void) | null>(null)
  const ask = useRef<AskToLeave | null>(null)
  const [asking, setAsking] = useState<{ readonly Ask: AskToLeave } | null>(null)

  const guard = useMemo<Guard>(() => {
    const letGo = () => {
      holders.current.clear()
      unblock.current?.()
      unblock.current = null
    }
    const question = (Ask: AskToLeave) =>
      new Promise<boolean>((resolve) => {
        pending.current?.(false)
        pending.current = (leave) => {
          if (leave) letGo()
          resolve(leave)
        }
        setAsking({ Ask })
      })
    return {
      hold(Ask) {
        const holder = Symbol('unsaved')
        holders.current.add(holder)
        ask.current = Ask
        unblock.current ??= block((departure) => void question(Ask).then((leave) => leave && departure.retry()))
        return () => {
          holders.current.delete(holder)
          if (holders.current.size === 0) letGo()
        }
      },
      confirm: () => (holders.current.size === 0 || ask.current === null ? Promise.resolve(true) : question(ask.current)),
    }
  }, [block])

  const answer = (leave: boolean) => {
    setAsking(null)
    pending.current?.(leave)
    pending.current = null
  }
  return (
    <LeaveGuardContext value={guard}>
      {children}
      {asking !== null && <asking.Ask onAnswer={answer} />}
    </LeaveGuardContext>
  )
}

/** For what ends the page without navigating, such as signing out: resolves to false when the user would rather stay. */
export function useConfirmLeave(): () => Promise<boolean> {
  return useContext(LeaveGuardContext).confirm
}
