import { asText, FieldShell, type FieldProps } from './Field'

/** Multi-line text that grows with its content; its value is a string. */
export function TextAreaField(field: FieldProps) {
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <textarea
          {...control}
          rows={3}
          className="input"
          value={asText(value)}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </FieldShell>
  )
}
