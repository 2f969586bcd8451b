import { useTyped } from '../overlay/typed'

interface NoteInputProps {
  readonly label?: string
  readonly value: string
  /** The note that the dialog began with. */
  readonly start?: string
  readonly onChange: (value: string) => void
  readonly maxLength?: number
}

/** A multi-line note for other administrators, in a dialog without a form. */
export function NoteInput({ label = 'Note', value, start = '', onChange, maxLength = 1000 }: NoteInputProps) {
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
