import { createContext, useContext } from 'react'

/** Whose things the browser keeps. */
interface Owner {
  /** Who is known by name: settings outlive the session. Empty where tokens do not say. */
  readonly user: string
  /** Who types: the user, else the session, so that a draft is offered to nobody else. */
  readonly typist: string
}

const OwnerContext = createContext<Owner>({ user: '', typist: '' })
export const OwnerProvider = OwnerContext.Provider

/** Whose drafts these are. */
export function useDraftOwner(): string {
  return useContext(OwnerContext).typist
}

/** Whose settings these are. */
export function useSettingsOwner(): string {
  return useContext(OwnerContext).user
}
