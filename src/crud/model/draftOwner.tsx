import { createContext, useContext } from 'react'

/** Owner of the browser's stored data. */
interface Owner {
  /** User id: settings outlive the session. Empty when tokens do not identify the user. */
  readonly user: string
  /** The user, otherwise the session, so that nobody else is offered the drafts. */
  readonly typist: string
}

const OwnerContext = createContext<Owner>({ user: '', typist: '' })
export const OwnerProvider = OwnerContext.Provider

/** Owner of the drafts. */
export function useDraftOwner(): string {
  return useContext(OwnerContext).typist
}

/** Owner of the settings. */
export function useSettingsOwner(): string {
  return useContext(OwnerContext).user
}
