import { act } from '@testing-library/react'
import { createPath, type DataRouter } from 'react-router-dom'

/** A tab's address bar and its Back button. */
export interface AddressBar {
  /** Path, query and hash. */
  address(): string
  /**
   * Goes to an address as a link of the console does, or as many steps as Back (negative) or Forward would; resolves when the page is
   * shown.
   */
  go(to: string | number): Promise<void>
  /** Whether the last navigation added a history entry, as opposed to replacing one or going back. */
  isStep(): boolean
}

export function addressBarOf(router: DataRouter): AddressBar {
  return {
    address: () => createPath(router.state.location),
    go: (to) => act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to))),
    isStep: () => router.state.historyAction === 'PUSH',
  }
}

/** Resolves once the router has matched its first page. */
export async function initialised(router: DataRouter): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
