import { useState } from 'react'
import { ComboboxField } from '../../ui/ComboboxField'
import type { FieldProps } from '../../ui/Field'
import { useFieldState } from '../../ui/formState'
import type { AnyResource, Field } from '../declaration'
import { useReferenceOption, useReferenceSearch } from '../reference'

interface ReferenceFieldProps extends FieldProps {
  readonly target: AnyResource
  readonly offer: Field<object>['offer']
}

/** Another row, found on the server by its name. */
export function ReferenceField({ target, offer, ...field }: ReferenceFieldProps) {
  const { value } = useFieldState(field.name)
  const [picked, setPicked] = useState<string | null>(null)
  const id = typeof value === 'string' && value !== picked ? value : null
  const search = useReferenceSearch(target, offer)
  return (
    <ComboboxField
      {...field}
      search={search}
      initial={useReferenceOption(target, id)}
      placeholder={`Search ${target.nouns.many}…`}
      onPick={(option) => setPicked(option?.id ?? null)}
    />
  )
}
