import { useId } from 'react'
import type { FieldProps } from './Field'
import { TextField } from './TextField'

/** The name of a time zone; the browser suggests those that it knows. */
export function ZoneField(field: FieldProps) {
  const zones = useId()
  return (
    <>
      <TextField {...field} list={zones} autoComplete="off" />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
