import { createContext, useContext, useLayoutEffect } from 'react'

/** What the parts of a dialog know of it. */
interface DialogScope {
  /** The dialog asks before it is closed, until the returned function is called. */
  hold(): () => void
  /** Closes the dialog, or asks first. */
  close(): void
}

export const DialogContext = createContext<DialogScope>({ hold: () => () => undefined, close: () => undefined })

/** In a dialog: makes it ask before it is closed while something is `typed`. Without effect on a page. */
export function useTyped(typed: boolean): void {
  const { hold } = useContext(DialogContext)
  // A layout effect: the next key, such as Escape, must find it.
  useLayoutEffect(() => (typed ? hold() : undefined), [typed, hold])
}
