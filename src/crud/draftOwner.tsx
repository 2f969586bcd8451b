import { createContext, useContext } from 'react'

/** Who types: drafts are kept per user. */
const DraftOwnerContext = createContext('')
export const DraftOwnerProvider = DraftOwnerContext.Provider

export function useDraftOwner(): string {
  return useContext(DraftOwnerContext)
}
