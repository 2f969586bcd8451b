import { useState, type ReactNode } from 'react'
import { ComboboxInput } from '../controls/Combobox'
import type { ComboboxOption } from '../controls/ComboboxList'
import { FieldShell, type FieldProps } from './Field'
import type { Search } from '../controls/useSearch'

export interface ComboboxFieldProps extends FieldProps {
  /** Finds what matches the text; called with an empty text when the list opens. */
  readonly search: Search<ComboboxOption>
  /** The option whose id the form starts with; without it the id itself is shown. */
  readonly initial?: ComboboxOption | null | undefined
  readonly placeholder?: string | undefined
  readonly onPick?: ((option: ComboboxOption | null) => void) | undefined
  /** A button that belongs to what is picked. */
  readonly aside?: ReactNode | undefined
}

/** A reference to another row, found by searching; its value is that row's id, or null. */
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

/** The form may be reset under the field: its value decides which option is the one. */
function shownOption(value: unknown, ...known: readonly (ComboboxOption | null)[]): ComboboxOption | null {
  if (typeof value !== 'string' || value === '') return null
  return known.find((option) => option?.id === value) ?? { id: value, label: value }
}
