import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { buttonClass, type Icon } from '../controls/Button'
import './menu.css'
import './popup.css'
import '../controls/filter.css'

export interface PopoverProps {
  readonly label: string
  /** Without one the button looks like a FilterSelect. */
  readonly icon?: Icon | undefined
  /** After the label, e.g. the number of active filters. */
  readonly count?: number | undefined
  /** Rendered from the first moment on that the pointer or the focus is on the button. */
  readonly children: ReactNode
}

/** A button with a small panel of controls; Escape or a click elsewhere closes it. */
export function Popover({ label, icon: Icon, count = 0, children }: PopoverProps) {
  const id = useId()
  const [drawn, setDrawn] = useState(false)
  const draw = () => setDrawn(true)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className={Icon ? buttonClass() : 'filter'}
        data-on={count > 0 || undefined}
        onPointerEnter={draw}
        onFocus={draw}
        onPointerDown={draw}
      >
        {Icon && <Icon className="btn-icon" />}
        {label}
        {count > 0 && <span className="count">{count}</span>}
        {!Icon && <ChevronDown className="filter-mark" aria-hidden="true" />}
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} className={`popup panel popup-${Icon ? 'end' : 'start'}`}>
        {drawn && children}
      </div>
    </>
  )
}
