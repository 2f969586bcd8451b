import { useState } from 'react'
import { useTyped } from '../overlay/typed'

interface NoteInputProps {
  readonly label?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength?: number
}

/** A multi-line note for other administrators, in a dialog without a form. */
export function NoteInput({ label = 'Note', value, onChange, maxLength = 1000 }: NoteInputProps) {
  const [start] = useState(value)
  useTyped(value !== start)
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <span className="control">
        <textarea
          className="input"
          rows={3}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </label>
  )
}
