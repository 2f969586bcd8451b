import { useZone } from '../text/Time'
import { inputOf, momentOfInput, zonedLabel } from './dateInput'
import { FieldShell, type FieldProps } from './Field'

/** A moment to the minute, in the chosen time zone; its value is ISO 8601 in UTC, null when empty. */
export function MomentField({ label, ...field }: FieldProps) {
  const zone = useZone()
  return (
    <FieldShell {...field} label={zonedLabel(label, zone)}>
      {(control, { value, setValue }) => (
        <input
          {...control}
          type="datetime-local"
          className="input"
          value={typeof value === 'string' && value !== '' ? inputOf(Date.parse(value), zone) : ''}
          onChange={({ target }) => {
            const at = momentOfInput(target.value, zone)
            setValue(Number.isNaN(at) ? null : new Date(at).toISOString())
          }}
        />
      )}
    </FieldShell>
  )
}
