import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../../ui/environment/classes'
import { useKeptFocus } from '../../ui/environment/useKeptFocus'
import { onDemand } from '../../ui/overlay/onDemand'
import { TooltipLayer } from '../../ui/overlay/Tooltip'
import { usePalette } from '../palette/usePalette'
import { SideMenu } from './SideMenu'
import { StaleBanner } from './StaleBanner'
import { TakenOver } from './TakenOver'
import { TopBar } from './TopBar'
import { useDelayed } from './useDelayed'
import { useMenu } from './useMenu'
import './shell.css'

// The console works without it.
const LiveStatus = onDemand(async () => (await import('../live/LiveStatus')).LiveStatus, { Failed: () => null })

const MENU_ID = 'side-menu'

interface ShellProps {
  readonly docsUrl: string
  /** Live updates are enabled. */
  readonly live: boolean
  /** Another user's session has replaced the earlier one. */
  readonly takenOver: boolean
  readonly children: ReactNode
}

/** The signed-in area's frame: top bar, side menu, and the page in the middle. */
export function Shell({ docsUrl, live, takenOver, children }: ShellProps) {
  const menu = useMenu()
  const palette = usePalette()
  const aside = useRef<HTMLElement>(null)
  const { drawerOpen, close } = menu
  useKeptFocus()

  useEffect(() => {
    if (!drawerOpen) return undefined
    const before = document.activeElement
    const drawer = aside.current
    drawer?.querySelector<HTMLElement>('a, button')?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && drawer?.contains(document.activeElement)) before.focus()
    }
  }, [drawerOpen, close])

  return (
    <div className={cx('shell', menu.folded && 'shell-folded', drawerOpen && 'shell-out')}>
      <a href="#main" className="skip-link" onClick={skipToMain}>
        Skip to the content
      </a>
      <TopBar
        inert={drawerOpen}
        menuId={MENU_ID}
        expanded={menu.expanded}
        onToggleMenu={menu.toggle}
        onSearch={() => palette.open('palette')}
        onNotifications={() => palette.open('notifications')}
      />
      <nav ref={aside} id={MENU_ID} className="side" aria-label="Menu">
        <SideMenu docsUrl={docsUrl} folded={menu.folded} onFollow={close} />
      </nav>
      <button
        type="button"
        className="side-backdrop"
        aria-label="Close the menu"
        tabIndex={-1}
        onMouseDown={keepFocus}
        onClick={close}
      />
      <main id="main" tabIndex={-1} className="page" inert={drawerOpen}>
        <StaleBanner />
        {takenOver && <TakenOver />}
        {children}
        <TooltipLayer />
        {live && <Live />}
      </main>
      {palette.overlay}
    </div>
  )
}

/** Loads the live updates after the page's own requests. */
function Live() {
  return useDelayed() && <LiveStatus />
}

/** The focus stays in the drawer, from which it returns. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

/** Following the hash would add a history entry. */
function skipToMain(event: MouseEvent) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}
