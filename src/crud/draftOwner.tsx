import { createContext, useContext } from 'react'

/** Who types: drafts are kept per user. Empty: nobody, and nothing is kept. */
const DraftOwnerContext = createContext('')
export const DraftOwnerProvider = DraftOwnerContext.Provider

export function useDraftOwner(): string {
  return useContext(DraftOwnerContext)
}
