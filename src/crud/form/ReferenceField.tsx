import { useState, type ComponentType } from 'react'
import { ComboboxInput } from '../../ui/controls/Combobox'
import type { ComboboxOption } from '../../ui/controls/useSearch'
import { FieldShell, type FieldProps } from '../../ui/form/Field'
import { useFieldState } from '../../ui/form/formState'
import type { AnyResource, Field } from '../model/declaration'
import { useReferenceOption } from '../model/reference'
import { PeekButton } from './PeekButton'
import { useQuickCreate } from './useQuickCreate'
import type { FieldInputProps } from './values'

interface ReferenceFieldProps extends FieldProps {
  readonly target: AnyResource
  readonly offer?: Field<object>['offer']
  /** Renders a field of the quick-create form; without it, only existing rows are offered. */
  readonly Input?: ComponentType<FieldInputProps>
}

/** A reference to another row: search it by name on the server, peek at it, or create it. */
export function ReferenceField({ target, offer, Input, ...field }: ReferenceFieldProps) {
  const { value, setValue } = useFieldState(field.name)
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const id = typeof value === 'string' && value !== '' ? value : null
  const fetched = useReferenceOption(target, id === picked?.id ? null : id)
  const option = id === picked?.id ? picked : fetched
  const pick = (one: ComboboxOption | null) => {
    setPicked(one)
    setValue(one?.id ?? null)
  }
  const { search, dialog } = useQuickCreate({ target, offer, Input, onCreated: pick })
  return (
    <>
      <FieldShell {...field}>
        {(control) => (
          <ComboboxInput
            control={control}
            search={search}
            value={id === null ? null : (option ?? { id, label: id })}
            placeholder={`Search ${target.nouns.many}…`}
            onPick={pick}
            aside={id !== null && <PeekButton large target={target} id={id} name={option?.label ?? target.nouns.one} />}
          />
        )}
      </FieldShell>
      {dialog}
    </>
  )
}
