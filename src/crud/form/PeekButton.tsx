import { Eye } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { cx } from '../../ui/environment/classes'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import '../../ui/overlay/popup.css'
import type { AnyResource } from '../model/declaration'
import { areaOf } from '../model/registry'

interface PeekButtonProps {
  readonly target: AnyResource
  readonly id: string
  /** The row's title. */
  readonly name: string
  /** As large as the buttons of a field. */
  readonly large?: boolean
}

/** A button beside a selected row that shows its key facts in a popover, without leaving the form. */
export function PeekButton({ target, id, name, large = false }: PeekButtonProps) {
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const Peek = useMemo(
    () =>
      panelOnDemand<{ readonly id: string }>(async () => {
        const [{ peekOf }, area] = await Promise.all([import('./Peek'), areaOf(target)])
        return peekOf(target, area)
      }),
    [target],
  )
  return (
    <>
      <button
        type="button"
        className={cx('icon-button', large && 'icon-button-lg')}
        popoverTarget={panelId}
        aria-haspopup="dialog"
        aria-label={`Peek at ${name}`}
        data-tip={`Peek at ${name}`}
      >
        <Eye aria-hidden="true" />
      </button>
      <div
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label={name}
        className="popup popup-end"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <Peek id={id} />}
      </div>
    </>
  )
}
