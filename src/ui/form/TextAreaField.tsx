import { asText, FieldShell, type FieldProps } from './Field'

export interface TextAreaFieldProps extends FieldProps {
  readonly rows?: number | undefined
  readonly placeholder?: string | undefined
}

/** Multi-line text that grows with its content; its value is a string. */
export function TextAreaField({ rows = 3, placeholder, ...field }: TextAreaFieldProps) {
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <textarea
          {...control}
          rows={rows}
          className="input"
          placeholder={placeholder}
          value={asText(value)}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </FieldShell>
  )
}
