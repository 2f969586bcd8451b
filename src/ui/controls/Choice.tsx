import { useId } from 'react'
import './checkbox.css'
import './choice.css'

export interface ChoiceProps<Value extends string> {
  /** The group's label. */
  readonly legend: string
  readonly value: Value
  readonly options: readonly ChoiceOption<Value>[]
  readonly disabled?: boolean | undefined
  readonly onChange: (value: Value) => void
}

export interface ChoiceOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** Radio buttons for a few options, all of them visible. */
export function Choice<Value extends string>({ legend, value, options, disabled, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="choice" disabled={disabled}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input
            type="radio"
            className="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
