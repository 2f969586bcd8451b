import { useState, type ReactNode } from 'react'
import { ComboboxInput } from '../controls/Combobox'
import type { ComboboxOption } from '../controls/ComboboxList'
import { FieldShell, type FieldProps } from './Field'
import type { Search } from '../controls/useSearch'

export interface ComboboxFieldProps extends FieldProps {
  /** Searches for options; called with an empty text when the list opens. */
  readonly search: Search<ComboboxOption>
  /** The initially selected option; without it the field shows the id. */
  readonly initial?: ComboboxOption | null | undefined
  readonly placeholder?: string | undefined
  readonly onPick?: ((option: ComboboxOption | null) => void) | undefined
  /** A button beside the selected option. */
  readonly aside?: ReactNode | undefined
}

/** A reference to another row, found by searching; its value is the row's id, or null. */
export function ComboboxField({ search, initial = null, placeholder, onPick, aside, ...field }: ComboboxFieldProps) {
  const [picked, setPicked] = useState(initial)
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <ComboboxInput
          control={control}
          search={search}
          placeholder={placeholder}
          aside={aside}
          value={shownOption(value, picked, initial)}
          onPick={(option) => {
            setPicked(option)
            setValue(option?.id ?? null)
            onPick?.(option)
          }}
        />
      )}
    </FieldShell>
  )
}

/** The form may be reset from outside: the field's value decides which option is shown. */
function shownOption(value: unknown, ...known: readonly (ComboboxOption | null)[]): ComboboxOption | null {
  if (typeof value !== 'string' || value === '') return null
  return known.find((option) => option?.id === value) ?? { id: value, label: value }
}
