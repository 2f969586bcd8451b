import { ChevronDown, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { SelectOption } from '../form/SelectField'
import './bulk.css'
import '../controls/filter.css'
import './toolbar.css'

/** The row over a list: search and filters at the start, actions at the end. */
export function Toolbar({ children, end }: { readonly children: ReactNode; readonly end?: ReactNode | undefined }) {
  return (
    <div className="toolbar">
      <div className="toolbar-start">{children}</div>
      {end && <div className="toolbar-end">{end}</div>}
    </div>
  )
}

export interface FilterSelectProps {
  readonly label: string
  /** '' means all. */
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  /** Words of the choice that filters nothing. */
  readonly all?: string | undefined
}

/** One filter of a list, outside any form: a native select that says what it filters. */
export function FilterSelect({ label, value, options, onChange, all = 'Any' }: FilterSelectProps) {
  const id = useId()
  return (
    <div className="filter" data-on={value !== '' || undefined}>
      <label htmlFor={id} className="filter-label">
        {label}
      </label>
      <select id={id} className="filter-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="filter-mark" aria-hidden="true" />
    </div>
  )
}

export interface BulkBarProps {
  /** What is selected, in words: "25 on this page". */
  readonly scope: ReactNode
  /** Offers the wider selection: "Select all 1,284 matching". */
  readonly widen?: ReactNode | undefined
  readonly onClear: () => void
  /** The actions. */
  readonly children: ReactNode
}

/** What can be done with the selected rows; pinned to the bottom of a small screen. */
export function BulkBar({ scope, widen, onClear, children }: BulkBarProps) {
  return (
    <section className="bulk" aria-label="Selection">
      <p role="status" className="bulk-scope">
        {scope}
      </p>
      {widen}
      <div className="bulk-actions">
        {children}
        <button type="button" className="bulk-clear" aria-label="Clear selection" data-tip="Clear selection" onClick={onClear}>
          <X aria-hidden="true" />
        </button>
      </div>
    </section>
  )
}
