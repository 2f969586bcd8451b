import { Bell, CircleUserRound, LogOut, Users } from 'lucide-react'
import { useState } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu'
import { dialogOnDemand, onDemand } from '../../ui/onDemand'

// Who it is, is asked for when somebody wants to know, and what was told, too.
const Who = onDemand(async () => (await import('./Who')).Who, { Waiting: Anyone, Failed: Anyone })
const Notifications = dialogOnDemand(async () => (await import('./Notifications')).Notifications)

/** Who is signed in, what is theirs, and the way out. */
export function AccountMenu({ onSignOut }: { readonly onSignOut: () => void }) {
  const [asked, setAsked] = useState(false)
  const [reading, setReading] = useState(false)
  return (
    <>
      <Menu label="Account" icon={CircleUserRound} onOpen={() => setAsked(true)}>
        <MenuLabel>{asked && <Who />}</MenuLabel>
        <MenuItem icon={CircleUserRound} href="/pages/account">
          My account
        </MenuItem>
        <MenuItem icon={Users} href="/pages/users">
          Users
        </MenuItem>
        <MenuItem icon={Bell} onSelect={() => setReading(true)}>
          Notifications
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={onSignOut}>
          Sign out
        </MenuItem>
      </Menu>
      {reading && <Notifications onClose={() => setReading(false)} />}
    </>
  )
}

function Anyone() {
  return 'Administrator'
}
