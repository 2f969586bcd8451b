import { PanelLeft, Search } from 'lucide-react'
import { Button } from '../../ui/controls/Button'
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
}

/** Menu toggle, home link, search, open alerts, zone, theme and the account's menu. */
export function TopBar({ inert, menuId, expanded, onToggleMenu, onSearch, onNotifications }: Props) {
  return (
    <header className="top" inert={inert}>
      <Button
        variant="ghost"
        className="btn-square"
        icon={PanelLeft}
        aria-expanded={expanded}
        aria-controls={menuId}
        data-tip={expanded ? 'Hide the menu' : 'Show the menu'}
        onClick={onToggleMenu}
      >
        <span className="sr-only">Menu</span>
      </Button>
      <Link href={DASHBOARD_PATH} className="top-home" aria-label="Frond, home">
        <Logo word />
      </Link>
      <div className="top-end">
        <Button
          className="top-search"
          icon={Search}
          aria-keyshortcuts="Control+K Meta+K"
          data-tip="Ctrl K or ⌘ K"
          onClick={onSearch}
        >
          <span>Search</span>
        </Button>
        <Bell />
        <ZoneSwitch />
        <ThemeSwitch />
        <AccountMenu onNotifications={onNotifications} />
      </div>
    </header>
  )
}
