import type { ReactNode } from 'react'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

interface FilterDrawerProps {
  readonly narrowed: boolean
  readonly onClear: () => void
  readonly onClose: () => void
  /** The filter controls. */
  readonly children: ReactNode
}

/** The filters of a small screen. What is chosen holds at once: the list is behind. */
export function FilterDrawer({ narrowed, onClear, onClose, children }: FilterDrawerProps) {
  return (
    <Dialog
      open
      look="drawer"
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" disabled={!narrowed} onClick={onClear}>
            Clear filters
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="list-drawer">{children}</div>
    </Dialog>
  )
}
