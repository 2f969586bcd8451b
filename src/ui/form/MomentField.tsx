import { useState } from 'react'
import { useZone } from '../text/Time'
import { inputOf, momentOfInput, zonedLabel } from './dateInput'
import { FieldShell, type FieldProps } from './Field'

/** A moment to the minute, in the chosen time zone; its value is ISO 8601 in UTC, null when empty. */
export function MomentField({ label, ...field }: FieldProps) {
  const zone = useZone()
  // Keeps the typed text: while a year is typed, the zone's early offsets would change its minutes.
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string | null; readonly zone: string } | null>(null)
  return (
    <FieldShell {...field} label={zonedLabel(label, zone)}>
      {(control, { value, setValue }) => {
        const stored = typeof value === 'string' && value !== '' ? inputOf(Date.parse(value), zone) : ''
        return (
          <input
            {...control}
            type="datetime-local"
            className="input"
            value={typed !== null && typed.value === value && typed.zone === zone ? typed.text : stored}
            onChange={({ target: { value: text } }) => {
              const at = momentOfInput(text, zone)
              const moment = Number.isNaN(at) ? null : new Date(at).toISOString()
              setTyped({ text, value: moment, zone })
              setValue(moment)
            }}
          />
        )
      }}
    </FieldShell>
  )
}
