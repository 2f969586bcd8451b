import { PanelLeft, Search } from 'lucide-react'
import { Link } from '../../ui/controls/Link'
import { Logo } from '../../ui/layout/Logo'
import { ThemeSwitch } from '../../ui/controls/ThemeSwitch'
import { ZoneSwitch } from '../../ui/controls/ZoneSwitch'
import { DASHBOARD_PATH } from '../../auth/returnUrl'
import { AccountMenu } from './AccountMenu'
import { Bell } from './Bell'

interface Props {
  /** The drawer is open: only the menu can be used. */
  readonly inert: boolean
  readonly menuId: string
  readonly expanded: boolean
  readonly onToggleMenu: () => void
  readonly onSearch: () => void
  readonly onNotifications: () => void
  readonly onSignOut: () => void
}

/** Menu toggle, home link, search, open alerts, zone, theme and the account's menu. */
export function TopBar({ inert, menuId, expanded, onToggleMenu, onSearch, onNotifications, onSignOut }: Props) {
  return (
    <header className="top" inert={inert}>
      <button
        type="button"
        className="btn btn-ghost btn-md btn-square"
        aria-label="Menu"
        aria-expanded={expanded}
        aria-controls={menuId}
        data-tip={expanded ? 'Hide the menu' : 'Show the menu'}
        onClick={onToggleMenu}
      >
        <PanelLeft className="btn-icon" aria-hidden="true" />
      </button>
      <Link href={DASHBOARD_PATH} className="top-home" aria-label="Frond, home">
        <Logo word />
      </Link>
      <div className="top-end">
        <button
          type="button"
          className="btn btn-secondary btn-md top-search"
          aria-keyshortcuts="Control+K Meta+K"
          data-tip="Ctrl K or ⌘ K"
          onClick={onSearch}
        >
          <Search className="btn-icon" aria-hidden="true" />
          <span>Search</span>
        </button>
        <Bell />
        <ZoneSwitch />
        <ThemeSwitch />
        <AccountMenu onNotifications={onNotifications} onSignOut={onSignOut} />
      </div>
    </header>
  )
}
