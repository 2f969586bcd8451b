import { useTyped } from '../overlay/dialogScope'

interface NoteInputProps {
  readonly label?: string
  readonly value: string
  /** The note that the dialog began with. */
  readonly start?: string
  readonly required?: boolean
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

/** A multi-line note for other administrators, in a dialog without a form. */
export function NoteInput({ label = 'Note', value, start = '', required, maxLength, onChange }: NoteInputProps) {
  useTyped(value !== start)
  return (
    <label className="field">
      <span className="field-label" data-required={required || undefined}>
        {label}
      </span>
      <span className="control">
        <textarea
          className="input"
          rows={3}
          maxLength={maxLength}
          aria-required={required || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </label>
  )
}
