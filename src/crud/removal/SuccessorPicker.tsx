import { useCallback, useId } from 'react'
import { ComboboxInput } from '../../ui/controls/Combobox'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import type { Search } from '../../ui/controls/useSearch'
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
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        Replace with
      </label>
      <div className="control">
        <ComboboxInput
          control={{ id, 'aria-required': true }}
          search={useSuccessorSearch(resource, rows)}
          value={value}
          placeholder={`Search ${resource.nouns.many}…`}
          onPick={onPick}
        />
      </div>
    </div>
  )
}

/** Searches all rows of the resource; those to delete cannot be picked. */
function useSuccessorSearch(resource: AnyResource, rows: readonly AnyRow[]): Search<ComboboxOption> {
  const search = useReferenceSearch(resource)
  return useCallback(
    async (text, signal) => {
      const found = await search(text, signal)
      return found.map((option) =>
        rows.some(({ id }) => id === option.id) ? { ...option, disabled: 'is to be deleted' } : option,
      )
    },
    [search, rows],
  )
}
