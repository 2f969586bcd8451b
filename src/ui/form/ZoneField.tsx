import { asText, FieldShell, type FieldProps } from './Field'

/** The name of a time zone; the browser suggests those that it knows. */
export function ZoneField(field: FieldProps) {
  return (
    <FieldShell {...field}>
      {(control, { value, setValue }) => (
        <>
          <input
            {...control}
            className="input"
            list={`${control.id}-zones`}
            value={asText(value)}
            onChange={(event) => setValue(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
          />
          <datalist id={`${control.id}-zones`}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </FieldShell>
  )
}
