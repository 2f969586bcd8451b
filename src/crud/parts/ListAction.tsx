import { createContext, useContext, type ReactNode } from 'react'
import { Ellipsis } from 'lucide-react'
import { Button, LinkButton, type Icon } from '../../ui/controls/Button'
import { Menu, MenuItem } from '../../ui/overlay/Menu'

/** Whether a list's actions are items of a menu. */
const InMenu = createContext(false)

interface ListActionsProps {
  /** The window is narrow: one button opens all of them. */
  readonly narrow: boolean
  /** ListAction, ListActionMenu. */
  readonly children: ReactNode
}

/** The actions beside a list's title, except its main one: buttons, or one menu in a narrow window. */
export function ListActions({ narrow, children }: ListActionsProps) {
  if (!narrow) return children
  return (
    <Menu label="More actions" icon={Ellipsis} variant="secondary">
      <InMenu value={true}>{children}</InMenu>
    </Menu>
  )
}

interface ListActionProps {
  readonly icon: Icon
  readonly children: ReactNode
  readonly onSelect?: () => void
  /** Makes it a link. */
  readonly href?: string
}

/** An action beside a list's title: a button, or an item of the menu. */
export function ListAction({ icon, children, onSelect, href }: ListActionProps) {
  if (useContext(InMenu))
    return (
      <MenuItem icon={icon} href={href} onSelect={onSelect}>
        {children}
      </MenuItem>
    )
  if (href !== undefined)
    return (
      <LinkButton href={href} icon={icon}>
        {children}
      </LinkButton>
    )
  return (
    <Button icon={icon} onClick={onSelect}>
      {children}
    </Button>
  )
}

/** Several actions behind one button; in the menu they are its items. */
export function ListActionMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (useContext(InMenu)) return children
  return (
    <Menu label={label} icon={Ellipsis} variant="secondary">
      {children}
    </Menu>
  )
}
