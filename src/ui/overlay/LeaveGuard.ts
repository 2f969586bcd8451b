import { createContext, useContext, type ComponentType } from 'react'

/** What asks whether unsaved changes may be left behind. */
export type AskToLeave = ComponentType<{ readonly onAnswer: (leave: boolean) => void }>

/** Keeps unsaved changes from being left behind; the application provides it, so that the kit knows no router. */
export interface Guard {
  /** Stops navigations until the answer is called; `Ask` is what asks then. The component with unsaved changes brings it. */
  hold(Ask: AskToLeave): () => void
  /** True at once when nothing is unsaved, else what the user answers. */
  confirm(): Promise<boolean>
}

const openGuard: Guard = { hold: () => () => undefined, confirm: () => Promise.resolve(true) }
export const LeaveGuardContext = createContext<Guard>(openGuard)

/** For what ends the page without navigating, such as signing out: resolves to false when the user would rather stay. */
export function useConfirmLeave(): () => Promise<boolean> {
  return useContext(LeaveGuardContext).confirm
}
