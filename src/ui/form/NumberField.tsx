import { useState } from 'react'
import { withDecimalPoint } from '../text/numberWords'
import { asText, FieldShell, type ControlProps, type FieldProps } from './Field'
import type { FieldState } from './formState'

export interface NumberFieldProps extends FieldProps {
  /** Whole numbers use the keypad without a decimal point. */
  readonly whole?: boolean | undefined
}

/** A number; its value is a number, null when empty, or the text itself while it does not parse, so that the schema rejects it. */
export function NumberField({ whole = false, ...field }: NumberFieldProps) {
  return <FieldShell {...field}>{(control, state) => <NumberInput control={control} state={state} whole={whole} />}</FieldShell>
}

interface NumberInputProps {
  readonly whole: boolean
  readonly control: ControlProps
  readonly state: FieldState
}

function NumberInput({ control, state, whole }: NumberInputProps) {
  const [typed, setTyped] = useState('')
  // "1." and "1.0" are the same value: the typed text stays while it parses to the form's value.
  const shown = parsed(typed) === state.value ? typed : asText(state.value)
  const setText = (text: string) => {
    setTyped(text)
    state.setValue(parsed(text))
  }
  return (
    <input
      {...control}
      type="text"
      className="input digits"
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (by === 0 || typeof state.value !== 'number') return
        event.preventDefault()
        setText(String(Number((state.value + by).toFixed(6))))
      }}
    />
  )
}

/** null when empty, a number when the text parses (with a decimal comma and the console's own minus too), otherwise the text. */
function parsed(text: string): number | string | null {
  const plain = withDecimalPoint(text.trim()).replace('−', '-')
  if (plain === '') return null
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text
}
