import { Copy, Eye, Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuPopup } from '../../ui/overlay/Menu'
import type { AnyRow } from '../model/crudCalls'
import { actionsOn, offers, type AnyStandardArea, type RowAction } from '../model/declaration'
import { clonePath, detailPath, editPath } from '../model/paths'
import { nameOf } from '../model/reference'
import type { Opened } from './opened'

interface RowMenuProps {
  readonly id: string
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly onOpen: (what: Opened) => void
}

/** The actions for one row; rendered only when the row's button is pressed, because a list has many rows. */
export function RowMenu({ id, area, row, onOpen }: RowMenuProps) {
  const { next, others } = actionsOn(area, row)
  const item = (action: RowAction<AnyRow>) => (
    <MenuItem key={action.label} icon={action.icon} danger={action.danger} onSelect={() => onOpen({ action, row })}>
      {action.label}…
    </MenuItem>
  )
  return (
    <MenuPopup id={id} label={menuLabel(area, row)}>
      <MenuItem icon={Eye} href={detailPath(area.slug, row.id)} keys="↵">
        Open
      </MenuItem>
      {offers(area, 'update', row) && (
        <MenuItem icon={Pencil} href={editPath(area.slug, row.id)} keys="e">
          Edit
        </MenuItem>
      )}
      {offers(area, 'create') && (
        <MenuItem icon={Copy} href={clonePath(area.slug, row.id)}>
          Clone
        </MenuItem>
      )}
      {next && item(next)}
      {others.map(item)}
      {offers(area, 'remove', row) && (
        <MenuItem icon={Trash2} danger onSelect={() => onOpen({ remove: [row] })}>
          Delete…
        </MenuItem>
      )}
    </MenuPopup>
  )
}

/** Label of a row's menu and of its button. */
export function menuLabel(area: AnyStandardArea, row: AnyRow): string {
  return `Actions for ${nameOf(area.resource, row)}`
}
