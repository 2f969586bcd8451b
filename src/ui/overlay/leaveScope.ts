import { createContext, useContext, type ComponentType } from 'react'

/** The component that asks whether to leave the page, and says what is lost. */
export type AskToLeave = ComponentType<{ readonly onAnswer: (leave: boolean) => void }>

/** Guards unsaved changes; the application provides it, so that the kit does not depend on the router. */
export interface Guard {
  /**
   * Blocks navigations until the returned function is called, and renders `Ask` for each. The component with unsaved changes passes `Ask`,
   * whose code it has loaded.
   */
  hold(Ask: AskToLeave): () => void
  /** Resolves to true when there are no unsaved changes, otherwise to the user's answer. */
  confirm(): Promise<boolean>
}

const openGuard: Guard = { hold: () => () => undefined, confirm: () => Promise.resolve(true) }
export const LeaveGuardContext = createContext<Guard>(openGuard)

/** For actions that end the page without a navigation, such as signing out: resolves to false when the user stays. */
export function useConfirmLeave(): () => Promise<boolean> {
  return useContext(LeaveGuardContext).confirm
}
