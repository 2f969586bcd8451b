import { CircleUserRound, History, Info, LogOut, Users } from 'lucide-react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/overlay/Menu'
import { onDemand } from '../../ui/overlay/onDemand'

// Asked for when somebody wants to know.
const Who = onDemand(async () => (await import('./Who')).Who, { Waiting: Anyone, Failed: Anyone })

interface Props {
  readonly onNotifications: () => void
  readonly onSignOut: () => void
}

/** Who is signed in, what is theirs, and the way out. */
export function AccountMenu({ onNotifications, onSignOut }: Props) {
  return (
    <Menu label="Account" icon={CircleUserRound}>
      <MenuLabel>
        <Who />
      </MenuLabel>
      <MenuItem icon={CircleUserRound} href="/pages/account">
        My account
      </MenuItem>
      <MenuItem icon={Users} href="/pages/users">
        Users
      </MenuItem>
      <MenuItem icon={History} href="/pages/activity">
        Activity
      </MenuItem>
      <MenuItem icon={Info} onSelect={onNotifications}>
        Notifications
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

function Anyone() {
  return 'Administrator'
}
