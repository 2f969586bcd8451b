import { ChevronDown, ListFilter, X } from 'lucide-react'
import { useId, useLayoutEffect, type ReactNode } from 'react'
import { useFocusHandover } from '../environment/useFocusHandover'
import { Button } from '../controls/Button'
import type { SelectOption } from '../form/SelectField'
import './bulk.css'
import '../controls/filter.css'
import './toolbar.css'

/** The bar above a list: search and filters at the start, actions at the end. */
export function Toolbar({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode | undefined }) {
  return (
    <div className="toolbar">
      <div className="toolbar-start">{children}</div>
      {end && <div className="toolbar-end">{end}</div>}
    </div>
  )
}

interface FilterButtonProps {
  /** Active filters behind the button. */
  readonly count: number
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** Opens the drawer with the filters that do not fit into the bar. */
export function FilterButton({ count, onOpen, children }: FilterButtonProps) {
  return (
    <Button icon={ListFilter} aria-haspopup="dialog" onClick={onOpen}>
      {children}
      {count > 0 && ` (${count})`}
    </Button>
  )
}

interface OptionGroup {
  readonly label: string
  readonly options: readonly SelectOption[]
}

export interface FilterSelectProps {
  readonly label: string
  /** '' means no filter. */
  readonly value: string
  readonly options: readonly (SelectOption | OptionGroup)[]
  readonly onChange: (value: string) => void
  /** Label of the choice without a filter. */
  readonly all?: string | undefined
}

/** A filter of a list, outside a form: a native select with a label. */
export function FilterSelect({ label, value, options, onChange, all = 'Any' }: FilterSelectProps) {
  const id = useId()
  return (
    <div className="filter" data-on={value !== '' || undefined}>
      <label htmlFor={id} className="filter-label">
        {label}
      </label>
      <select id={id} className="filter-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) =>
          'options' in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map(optionOf)}
            </optgroup>
          ) : (
            optionOf(option)
          ),
        )}
      </select>
      <ChevronDown className="filter-mark" aria-hidden="true" />
    </div>
  )
}

function optionOf({ value, label }: SelectOption) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}

export interface BulkBarProps {
  /** The selection in words: "25 on this page". */
  readonly scope: ReactNode
  /** Offers a wider selection: "Select all 1,284 matching". */
  readonly widen?: ReactNode | undefined
  readonly onClear: () => void
  /** The actions. */
  readonly children: ReactNode
}

/**
 * The actions for the selected rows. Its height is in `--bulk-height`, for what leaves it room. When it goes, the focus returns to the table's
 * checkboxes.
 */
export function BulkBar({ scope, widen, onClear, children }: BulkBarProps) {
  const bar = useFocusHandover<HTMLElement>('table [type="checkbox"]')
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--bulk-height', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bulk-height')
    }
  }, [bar])
  return (
    <section ref={bar} className="bulk" aria-label="Selection">
      <p role="status" className="bulk-scope">
        {scope}
      </p>
      {widen}
      <div className="bulk-actions">
        {children}
        <button
          type="button"
          className="icon-button icon-button-lg bulk-clear"
          aria-label="Clear selection"
          data-tip="Clear selection"
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </section>
  )
}
