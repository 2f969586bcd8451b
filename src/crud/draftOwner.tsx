import { createContext, useContext } from 'react'
import type { KeyValueStore } from '../ui/Environment'

/** Where the drafts lie. */
export const DRAFTS_KEY = 'drafts'

/** Who types: drafts are kept per user. */
const DraftOwnerContext = createContext('')
export const DraftOwnerProvider = DraftOwnerContext.Provider

export function useDraftOwner(): string {
  return useContext(DraftOwnerContext)
}

/** Forgets every draft: whoever signs out leaves nothing behind. Here, since the shell needs no more of the drafts than this. */
export function forgetDrafts(store: KeyValueStore): void {
  store.remove(DRAFTS_KEY)
}
