import { X } from 'lucide-react'
import { ComboboxInput } from '../../ui/Combobox'
import { FieldShell, type FieldProps } from '../../ui/Field'
import '../../ui/tags.css'
import type { AnyResource, Field } from '../declaration'
import { useReferenceOption, useReferenceSearch } from '../reference'

interface ReferencesFieldProps extends FieldProps {
  readonly target: AnyResource
  readonly offer: Field<object>['offer']
  /** Shown, not asked. */
  readonly fixed: boolean
}

/** Several other rows, each found on the server by its name; its value is a list of ids. */
export function ReferencesField({ target, offer, fixed, ...field }: ReferencesFieldProps) {
  const search = useReferenceSearch(target, offer)
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => {
        const ids = idsOf(value)
        return (
          <div className="references">
            {ids.length > 0 && (
              <ul className="tags" aria-label={`${field.label} chosen`}>
                {ids.map((id) => (
                  <Chosen
                    key={id}
                    target={target}
                    id={id}
                    onRemove={fixed ? null : () => setValue(ids.filter((other) => other !== id))}
                  />
                ))}
              </ul>
            )}
            {!fixed && (
              <div className="references-search">
                <ComboboxInput
                  control={control}
                  search={search}
                  value={null}
                  placeholder={`Add ${target.nouns.one}…`}
                  onPick={(option) => option !== null && !ids.includes(option.id) && setValue([...ids, option.id])}
                />
              </div>
            )}
          </div>
        )
      }}
    </FieldShell>
  )
}

interface ChosenProps {
  readonly target: AnyResource
  readonly id: string
  readonly onRemove: (() => void) | null
}

function Chosen({ target, id, onRemove }: ChosenProps) {
  const name = useReferenceOption(target, id)?.label ?? '…'
  return (
    <li className="tag" data-fixed={onRemove === null || undefined}>
      {name}
      {onRemove !== null && (
        <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      )}
    </li>
  )
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
