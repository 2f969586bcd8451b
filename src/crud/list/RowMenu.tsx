import { Copy, Eye, Pencil, Trash2 } from 'lucide-react'
import { MenuItem, MenuPopup } from '../../ui/overlay/Menu'
import type { AnyRow } from '../model/crudCalls'
import { offers, type AnyStandardArea } from '../model/declaration'
import { clonePath, detailPath, editPath } from '../model/paths'
import { nameOf } from '../model/reference'
import { RowActions } from '../parts/RowActions'

interface RowMenuProps {
  readonly id: string
  readonly area: AnyStandardArea
  readonly row: AnyRow
  readonly onRemove: (row: AnyRow) => void
}

/** The actions for one row; rendered only when the row's button is pressed, because a list has many rows. */
export function RowMenu({ id, area, row, onRemove }: RowMenuProps) {
  return (
    <RowActions
      actions={area.actions}
      row={row}
      renderFrame={(others, next) => (
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
          {next}
          {others}
          {offers(area, 'remove') && (
            <MenuItem icon={Trash2} danger onSelect={() => onRemove(row)}>
              Delete…
            </MenuItem>
          )}
        </MenuPopup>
      )}
    >
      {({ label, icon, danger }, onSelect) => (
        <MenuItem key={label} icon={icon} danger={danger} onSelect={onSelect}>
          {label}…
        </MenuItem>
      )}
    </RowActions>
  )
}

/** Label of a row's menu and of its button. */
export function menuLabel(area: AnyStandardArea, row: AnyRow): string {
  return `Actions for ${nameOf(area.resource, row)}`
}
