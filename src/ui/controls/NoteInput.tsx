interface NoteInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** What the others should know of it. */
export function NoteInput({ value, onChange }: NoteInputProps) {
  return (
    <label className="field">
      <span className="field-label">Note</span>
      <span className="control">
        <textarea className="input" rows={3} maxLength={1000} value={value} onChange={(event) => onChange(event.target.value)} />
      </span>
    </label>
  )
}
