import { ChevronDown } from 'lucide-react'
import { asText, FieldShell, type FieldProps } from './Field'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectFieldProps extends FieldProps {
  readonly options: readonly SelectOption[]
  /** Label of the empty choice, whose value is null; without it the field cannot be emptied. */
  readonly placeholder?: string | undefined
}

/** A choice from a short, fixed list; its value is a string, or null. */
export function SelectField({ options, placeholder, ...field }: SelectFieldProps) {
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <>
          <select
            {...control}
            className="input select"
            value={asText(value)}
            onChange={(event) => setValue(event.target.value === '' ? null : event.target.value)}
          >
            {(placeholder !== undefined || asText(value) === '') && <option value="">{placeholder ?? 'Choose…'}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="select-mark" aria-hidden="true" />
        </>
      )}
    </FieldShell>
  )
}
