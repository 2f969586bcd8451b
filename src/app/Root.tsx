import { useInsertionEffect } from 'react'
import { Outlet } from 'react-router-dom'
import type { AlertList } from './alertList'
import { Arrival } from './Arrival'
import type { Guards } from './guards'
import { Notices } from './Notices'
import { RouteProgress } from './RouteProgress'
import { useLinks } from './useLinks'
import { useSessionRedirects } from './useSessionRedirects'

export interface RootProps {
  readonly guards: Guards
  readonly alerts: AlertList
  /** Called when the first page is shown. */
  readonly onShown: () => void
}

/** The frame around every page. */
export function Root({ guards, alerts, onShown }: RootProps) {
  useLinks()
  useSessionRedirects(guards)
  // Runs before any screen's layout effects measure it: a screen is laid out only once it is shown.
  useInsertionEffect(onShown, [onShown])
  return (
    <>
      <RouteProgress />
      <Notices alerts={alerts} />
      <Outlet />
      <Arrival />
    </>
  )
}
