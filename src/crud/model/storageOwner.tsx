import { createContext, useContext } from 'react'

/** Whose data the browser stores. */
interface StorageOwner {
  /** Id of the user, who owns the settings: they outlive the session. Empty when tokens do not identify the user. */
  readonly user: string
  /** Id of the user, otherwise of the session, which owns the drafts: nobody else is offered them. */
  readonly userOrSession: string
}

const OwnerContext = createContext<StorageOwner>({ user: '', userOrSession: '' })
export const OwnerProvider = OwnerContext.Provider

/** Owner of the drafts. */
export function useDraftOwner(): string {
  return useContext(OwnerContext).userOrSession
}

/** Owner of the settings. */
export function useSettingsOwner(): string {
  return useContext(OwnerContext).user
}
