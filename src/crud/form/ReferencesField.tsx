import { X } from 'lucide-react'
import { useRef, type ComponentType } from 'react'
import { ComboboxInput } from '../../ui/controls/Combobox'
import { FieldShell, type FieldProps } from '../../ui/form/Field'
import { useFieldState } from '../../ui/form/formState'
import '../../ui/form/tags.css'
import type { AnyResource, Field } from '../model/declaration'
import { useReferenceName } from '../model/reference'
import { idsIn } from '../parts/ReferenceNames'
import { PeekButton } from './PeekButton'
import { useQuickCreate } from './useQuickCreate'
import type { FieldInputProps } from './values'

interface ReferencesFieldProps extends FieldProps {
  readonly target: AnyResource
  readonly offer?: Field<object>['offer']
  /** Read-only. */
  readonly fixed: boolean
  /** Renders a field of the quick-create form; without it, only existing rows are offered. */
  readonly Input?: ComponentType<FieldInputProps>
}

/** References to several rows: search each by name on the server, peek at it, or create it. The value is a list of ids. */
export function ReferencesField({ target, offer, fixed, Input, ...field }: ReferencesFieldProps) {
  const { value, setValue } = useFieldState(field.name)
  const ids = idsIn(value)
  const searching = useRef<HTMLDivElement>(null)
  const remove = (id: string) => {
    // The remove button unmounts; the focus moves to the search.
    searching.current?.querySelector('input')?.focus()
    setValue(ids.filter((other) => other !== id))
  }
  const add = (id: string) => ids.includes(id) || setValue([...ids, id])
  const { search, dialog } = useQuickCreate({ target, offer, Input, onCreated: ({ id }) => add(id) })
  return (
    <>
      <FieldShell {...field}>
        {(control) => (
          <div className="references">
            {ids.length > 0 && (
              <ul className="tags" aria-label={`${field.label} chosen`}>
                {ids.map((id) => (
                  <Chosen key={id} target={target} id={id} onRemove={fixed ? null : () => remove(id)} />
                ))}
              </ul>
            )}
            {!fixed && (
              <div ref={searching} className="references-search">
                <ComboboxInput
                  control={control}
                  search={search}
                  value={null}
                  chosen={ids}
                  placeholder={`Add ${target.nouns.one}…`}
                  onPick={(option) => option !== null && add(option.id)}
                />
              </div>
            )}
          </div>
        )}
      </FieldShell>
      {dialog}
    </>
  )
}

interface ChosenProps {
  readonly target: AnyResource
  readonly id: string
  readonly onRemove: (() => void) | null
}

function Chosen({ target, id, onRemove }: ChosenProps) {
  const name = useReferenceName(target, id)
  return (
    <li className="tag" data-fixed={onRemove === null || undefined}>
      {name}
      <PeekButton target={target} id={id} name={name} />
      {onRemove !== null && (
        <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
