import type { ReactNode } from 'react'
import { Button } from '../controls/Button'
import { Dialog } from '../overlay/Dialog'
import './filterDrawer.css'

interface FilterDrawerProps {
  /** A search or filter is active. */
  readonly narrowed: boolean
  readonly onClear: () => void
  readonly onClose: () => void
  /** The filters. */
  readonly children: ReactNode
}

/** The filters that do not fit into the toolbar. A choice applies at once, because the rows stay visible behind. */
export function FilterDrawer({ narrowed, onClear, onClose, children }: FilterDrawerProps) {
  return (
    <Dialog
      look="drawer"
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" aria-disabled={!narrowed} onClick={onClear}>
            Clear filters
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="filter-drawer">{children}</div>
    </Dialog>
  )
}
