import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { buttonClass, type Icon } from '../controls/Button'
import { cx } from '../environment/classes'
import './menu.css'
import './popup.css'
import '../controls/filter.css'

export interface PopoverProps {
  readonly label: string
  readonly icon?: Icon | undefined
  /** After the label, e.g. the number of active filters. */
  readonly count?: number | undefined
  readonly align?: 'start' | 'end' | undefined
  /** filter: looks like a FilterSelect. */
  readonly look?: 'button' | 'filter' | undefined
  /** Rendered from the first moment on that the pointer or the focus is on the button. */
  readonly children: ReactNode
}

/** A button with a small panel of controls; Escape or a click elsewhere closes it. */
export function Popover({ label, icon: Icon, count = 0, align = 'start', look = 'button', children }: PopoverProps) {
  const id = useId()
  const [drawn, setDrawn] = useState(false)
  const draw = () => setDrawn(true)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className={look === 'filter' ? 'filter' : buttonClass()}
        data-on={count > 0 || undefined}
        onPointerEnter={draw}
        onFocus={draw}
        onPointerDown={draw}
      >
        {Icon && <Icon className="btn-icon" />}
        {label}
        {count > 0 && <span className="count">{count}</span>}
        {look === 'filter' && <ChevronDown className="filter-mark" aria-hidden="true" />}
      </button>
      <div id={id} popover="auto" role="dialog" aria-label={label} className={cx('popup panel', `popup-${align}`)}>
        {drawn && children}
      </div>
    </>
  )
}
