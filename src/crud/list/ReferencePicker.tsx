import { useId, useState } from 'react'
import { ComboboxInput } from '../../ui/controls/Combobox'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import type { AnyResource } from '../model/declaration'
import { PeekButton } from '../form/PeekButton'
import { useReferenceOption, useReferenceSearch } from '../model/reference'

export interface ReferencePickerProps {
  readonly title: string
  readonly target: AnyResource
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** Searches for a row on the server, and shows the chosen one. */
export function ReferencePicker({ title, target, values, onChange }: ReferencePickerProps) {
  const id = useId()
  const search = useReferenceSearch(target)
  const [only = null] = values.length === 1 ? values : []
  // Shown until the chosen row's own answer is there.
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const chosen = useReferenceOption(target, only) ?? (picked?.id === only ? picked : null)
  return (
    <div className="reference-picker">
      <label htmlFor={id} className="field-label">
        {title}
      </label>
      <div className="control">
        <ComboboxInput
          control={{ id }}
          search={search}
          value={chosen}
          placeholder={`Search ${target.nouns.many}…`}
          onPick={(option) => {
            setPicked(option)
            onChange(option === null ? [] : [option.id])
          }}
          aside={chosen && <PeekButton large target={target} id={chosen.id} name={chosen.label} />}
        />
      </div>
    </div>
  )
}
