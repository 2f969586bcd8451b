import { createContext, useContext, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

const PathnameContext = createContext('/')

/**
 * Provides the path of the current page to the frame: unlike the router's location, it does not change with a list's sort, page and
 * filters.
 */
export function PathnameProvider({ children }: { readonly children: ReactNode }) {
  return <PathnameContext value={useLocation().pathname}>{children}</PathnameContext>
}

/** Reads the path of the current page; does not render again when only its query changes. */
export function usePathname(): string {
  return useContext(PathnameContext)
}
