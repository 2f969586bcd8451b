import { CircleUserRound, History, Info, LogOut, Users } from 'lucide-react'
import { useGetAccountQuery } from '../../api/accountApi'
import { ACCOUNT_PAGE, ACTIVITY_PAGE, listPath } from '../../crud/model/paths'
import { useSignOut } from '../useSignOut'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/overlay/Menu'

/** The signed-in user, the links to the user's own pages, and Sign out. */
export function AccountMenu({ onNotifications }: { readonly onNotifications: () => void }) {
  return (
    <Menu label="Account" icon={CircleUserRound}>
      <MenuLabel>
        <Who />
      </MenuLabel>
      <MenuItem icon={CircleUserRound} href={ACCOUNT_PAGE}>
        My account
      </MenuItem>
      <MenuItem icon={Users} href={listPath('users')}>
        Users
      </MenuItem>
      <MenuItem icon={History} href={ACTIVITY_PAGE}>
        Activity
      </MenuItem>
      <MenuItem icon={Info} onSelect={onNotifications}>
        Notifications
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={useSignOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

/** The user's name and email address, once they are known. */
function Who() {
  const { data } = useGetAccountQuery()
  if (data === undefined) return 'Administrator'
  return (
    <>
      {data.fullname}
      <br />
      {data.email}
    </>
  )
}
