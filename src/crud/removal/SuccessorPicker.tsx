import { useId } from 'react'
import { ComboboxInput } from '../../ui/controls/Combobox'
import type { ComboboxOption, Search } from '../../ui/controls/useSearch'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import { useReferenceSearch } from '../model/reference'

interface SuccessorPickerProps {
  readonly resource: AnyResource
  /** The rows to delete: listed, but disabled. */
  readonly rows: readonly AnyRow[]
  readonly value: ComboboxOption | null
  readonly onPick: (option: ComboboxOption | null) => void
}

/** Finds the row that replaces the deleted ones. */
export function SuccessorPicker({ resource, rows, value, onPick }: SuccessorPickerProps) {
  const id = useId()
  const find = useReferenceSearch(resource)
  const search: Search = async (text, signal) => {
    const found = await find(text, signal)
    return found.map((option) => (rows.some((row) => row.id === option.id) ? { ...option, disabled: 'will be deleted' } : option))
  }
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        Replace with
      </label>
      <div className="control">
        <ComboboxInput
          control={{ id, 'aria-required': true }}
          search={search}
          value={value}
          placeholder={`Search ${resource.nouns.many}…`}
          onPick={onPick}
        />
      </div>
    </div>
  )
}
