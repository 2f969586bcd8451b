import { useEffect, useRef } from 'react'
import './checkbox.css'

export interface CheckboxProps {
  readonly label: string
  readonly checked: boolean | 'some'
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
}

/** A checkbox with its label, for use outside a form. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'some'
  }, [checked])
  return (
    <label className="check">
      <input
        ref={box}
        type="checkbox"
        className="checkbox"
        checked={checked === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
