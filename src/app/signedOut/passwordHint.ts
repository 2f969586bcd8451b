import { createContext, useContext } from 'react'

/** Minimum length of a password, as set on the server that sent the page. */
const PasswordMinContext = createContext(6)
export const PasswordMinProvider = PasswordMinContext.Provider

/** The hint below a new password. */
export function usePasswordHint(): string {
  return `${useContext(PasswordMinContext)} characters minimum`
}
