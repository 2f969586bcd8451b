import { useState, type ComponentType } from 'react'
import type { ComboboxOption } from '../../ui/controls/ComboboxList'
import { ComboboxField } from '../../ui/form/ComboboxField'
import type { FieldProps } from '../../ui/form/Field'
import { useFieldState } from '../../ui/form/formState'
import type { AnyResource, Field } from '../model/declaration'
import { useReferenceOption } from '../model/reference'
import { PeekButton } from './PeekButton'
import { useQuickCreate } from './useQuickCreate'
import type { FieldInputProps } from './values'

interface ReferenceFieldProps extends FieldProps {
  readonly target: AnyResource
  readonly offer: Field<object>['offer']
  /** Asks for the fields of a row that is not there yet; without it, only what is there is offered. */
  readonly Input?: ComponentType<FieldInputProps>
}

/** Another row, found on the server by its name, looked at, or made on the way. */
export function ReferenceField({ target, offer, Input, ...field }: ReferenceFieldProps) {
  const { value, setValue } = useFieldState(field.name)
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const id = typeof value === 'string' && value !== '' ? value : null
  const fetched = useReferenceOption(target, id === picked?.id ? null : id)
  const option = id === picked?.id ? picked : fetched
  const { search, dialog } = useQuickCreate({
    target,
    offer,
    Input,
    onCreated(created) {
      setPicked(created)
      setValue(created.id)
    },
  })
  return (
    <>
      <ComboboxField
        {...field}
        search={search}
        initial={option}
        placeholder={`Search ${target.nouns.many}…`}
        onPick={setPicked}
        aside={
          id !== null && (
            <PeekButton className="control-button" target={target} id={id} name={option?.label ?? target.nouns.one} />
          )
        }
      />
      {dialog}
    </>
  )
}
