import { createContext, useContext } from 'react'

/** Fewest characters of a password, as the server that sent the page has it. */
const PasswordMinContext = createContext(6)
export const PasswordMinProvider = PasswordMinContext.Provider

/** The hint of spec §2. */
export function usePasswordHint(): string {
  return `${useContext(PasswordMinContext)} characters minimum`
}
